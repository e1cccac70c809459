"""Tools on documents, holdings and computed figures."""
