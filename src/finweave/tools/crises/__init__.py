"""Tools on crises and sovereigns."""
