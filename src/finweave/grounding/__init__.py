"""The gate: no figure reaches a reader that no cell proves, value, unit, base, entity, period and measure together."""
