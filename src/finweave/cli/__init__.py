"""The command line, a thin face of the analyst: `main.run` is what `finweave` starts."""
