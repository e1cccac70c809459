"""The estate: published figures as files on disk, and the one guarded way to read them."""
