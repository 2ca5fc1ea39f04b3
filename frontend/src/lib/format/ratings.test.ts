import { describe, expect, it } from 'vitest';

import { errorOf, formatRating, intervalOf } from './ratings';

describe('ratings as text', () => {
  it('are whole numbers with a true minus sign', () => {
    expect(formatRating(1640.4)).toBe('1640');
    expect(formatRating(-34.6)).toBe('−35');
    expect(formatRating(-0.2)).toBe('0');
  });

  it('have an interval only once a game has counted', () => {
    expect(intervalOf({ rating: null, low: null, high: null })).toBeNull();
    const found = intervalOf({ rating: 5, low: -10, high: 30 });
    expect(found && errorOf(found)).toBe(20);
  });
});
