"""The arena: who is stronger, by how much, and are we sure?"""
