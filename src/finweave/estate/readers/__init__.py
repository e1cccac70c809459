"""Readers of file formats: text, CSV, SDMX, PDF; one file each. They know formats, never a publisher's layout."""
