// Geometry of the curves of a league: when something was, and which moments are labelled.

const HOUR = 3_600_000;
const STEPS = [1, 2, 3, 6, 12, 24, 48, 96, 168, 336, 672, 1344, 2688].map((hours) => hours * HOUR);

/** At most *count* round moments between two times, in milliseconds; none if they are the same. */
export function moments(from: number, to: number, count: number): number[] {
  if (to <= from) return [];
  const step = STEPS.find((size) => (to - from) / size <= count) ?? STEPS.at(-1)!;
  // Days begin at midnight where the viewer is.
  const shift = new Date(from).getTimezoneOffset() * 60_000;
  const found = [];
  for (let at = Math.ceil((from - shift) / step) * step + shift; at <= to; at += step) found.push(at);
  return found.length ? found : [from];
}

/** Is a label of days enough for these times, or are hours needed? */
export function spansDays(from: number, to: number): boolean {
  return to - from > 36 * HOUR;
}
