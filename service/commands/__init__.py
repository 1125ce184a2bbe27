"""The commands of ``python -m service``, one module each, with its ``command``."""
