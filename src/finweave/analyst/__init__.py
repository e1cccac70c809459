"""The analyst: policy, planner, gate and the answer contract, one turn at a time."""
