"""Pure rules of the table games: what a round is worth, and why.

The engine imports the standard library and (in a few named rooms) array libraries. It reads no clock,
no randomness, no files, no environment and no framework, so that an auditor can run it alone.
"""
