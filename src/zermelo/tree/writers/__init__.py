"""A recorded search written down, a format a module."""
