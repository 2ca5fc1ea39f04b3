import { describe, expect, it } from 'vitest';

import { moments, spansDays } from './curves';

const HOUR = 3_600_000;

describe('labels of the time axis', () => {
  it('are round, few, and inside', () => {
    for (const hours of [0.5, 3, 20, 50, 400, 5000]) {
      const from = Date.UTC(2026, 2, 1, 7, 13);
      const to = from + hours * HOUR;
      const found = moments(from, to, 6);
      expect(found.length).toBeGreaterThan(0);
      expect(found.length).toBeLessThanOrEqual(7);
      expect(found.every((at) => at >= from && at <= to)).toBe(true);
    }
  });

  it('are missing where there is no time between', () => {
    expect(moments(5, 5, 6)).toEqual([]);
  });

  it('name days once there are several', () => {
    expect(spansDays(0, 10 * HOUR)).toBe(false);
    expect(spansDays(0, 72 * HOUR)).toBe(true);
  });
});
