// Ratings as text.

import { t } from '../i18n/i18n.svelte';

export interface Interval {
  rating: number;
  low: number;
  high: number;
}

interface MaybeInterval {
  rating: number | null;
  low: number | null;
  high: number | null;
}

/** The rating with its interval, or null while no game has counted. */
export function intervalOf({ rating, low, high }: MaybeInterval): Interval | null {
  return rating === null || low === null || high === null ? null : { rating, low, high };
}

/** "1640", "−35": whole, without separators. */
export function formatRating(rating: number): string {
  const whole = Math.round(rating);
  return whole < 0 ? `−${-whole}` : String(whole);
}

/** Half of the 95 % interval. */
export function errorOf({ low, high }: Interval): number {
  return (high - low) / 2;
}

/** "1640 ± 48". */
export function ratingText(found: Interval): string {
  return t('rating.value', { rating: formatRating(found.rating), error: formatRating(errorOf(found)) });
}

/** "1592 to 1688". */
export function rangeText({ low, high }: Interval): string {
  return t('rating.range', { low: formatRating(low), high: formatRating(high) });
}

/** "99 %"; never "100 %": nothing is that sure. */
export function chanceText(chance: number): string {
  return t('rating.chance', { percent: Math.min(99, Math.floor(100 * chance)) });
}
