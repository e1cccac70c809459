"""Tools on banks and supervision."""
