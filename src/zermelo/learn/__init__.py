"""Exact values as data: training examples, and evaluators tuned by them."""
