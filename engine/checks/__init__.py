"""Checks of an audit, one file each: ``find(facts)`` yields findings and is silent on clean facts."""
