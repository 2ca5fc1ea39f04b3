"""Sums every run: right, but far too slow for many numbers."""

numbers = list(map(int, input().split()))
ends = range(len(numbers) + 1)
print(max(sum(numbers[start:end]) for start in ends for end in ends if start < end))
