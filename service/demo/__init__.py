"""The recorded demo gaming day, played through the real HTTP API by a client like any tablet."""
