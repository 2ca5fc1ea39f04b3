// The ratings of a tournament as lines: where they run, and where their names stand.

export interface Run {
  place: number;
  points: { games: number; elo: number }[];
}

/** A line for each bot, by place, from what the server tells: games, place, Elo. */
export function runs(curve: [number, number, number][]): Run[] {
  const found = new Map<number, Run>();
  for (const [games, place, elo] of curve) {
    let run = found.get(place);
    if (!run) found.set(place, (run = { place, points: [] }));
    run.points.push({ games, elo });
  }
  return [...found.values()].sort((one, other) => one.place - other.place);
}

/** Round numbers from *low* to *high*, about *count* of them. */
export function ticks(low: number, high: number, count: number): number[] {
  const rough = Math.max(1e-9, (high - low) / Math.max(1, count));
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step * 1e-6; value += step) {
    found.push(Math.round(value / step) * step);
  }
  return found;
}

/** *wished* heights moved apart so that none is nearer to another than *gap*, in their order. */
export function apart(wished: number[], gap: number, lowest: number): number[] {
  const order = wished.map((_, index) => index).sort((a, b) => wished[a]! - wished[b]!);
  const placed = [...wished];
  let free = -Infinity;
  for (const index of order) {
    placed[index] = Math.max(wished[index]!, free);
    free = placed[index]! + gap;
  }
  // What ran over the lower edge pushes the others back up.
  let limit = lowest;
  for (const index of order.toReversed()) {
    placed[index] = Math.min(placed[index]!, limit);
    limit = placed[index]! - gap;
  }
  return placed;
}
