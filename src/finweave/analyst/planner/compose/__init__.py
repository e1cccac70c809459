"""One file a shape of answer: rows, table, ranking, count, change, absence."""
