"""What is told about graded submissions: pages, tables, and files that other programs read."""
