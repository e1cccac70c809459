"""The tools: one file a tool under its area, found by `registry`; run by `call`."""
