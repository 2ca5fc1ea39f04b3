"""Handed in a minute before the deadline."""

numbers = list(map(int, input().split())
print(max(numbers))
