"""The games, one package each; they share ``rows`` and never import each other."""
