"""The built-in planner: a question to calls to a draft, by declarations alone."""
