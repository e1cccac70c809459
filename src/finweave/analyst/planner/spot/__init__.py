"""One file a kind of span: names, periods, operations."""
