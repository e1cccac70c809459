"""Tools on external accounts, reserves and exchange rates."""
