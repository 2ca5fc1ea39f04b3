"""Engines and rules: speed, depth, known positions, and strength against each other and others."""
