// Geometry of the rating curve: lines and label positions.

export interface RatingLine {
  place: number;
  points: { games: number; elo: number }[];
}

/** One line per bot, sorted by place, from the server's triples (games, place, Elo). */
export function ratingLines(curve: [number, number, number][]): RatingLine[] {
  const found = new Map<number, RatingLine>();
  for (const [games, place, elo] of curve) {
    let run = found.get(place);
    if (!run) found.set(place, (run = { place, points: [] }));
    run.points.push({ games, elo });
  }
  return [...found.values()].sort((one, other) => one.place - other.place);
}

/** Heights near *desired* with at least *gap* between them, in the same order. */
export function spreadApart(desired: number[], gap: number, lowest: number): number[] {
  const order = desired.map((_, index) => index).sort((a, b) => desired[a]! - desired[b]!);
  const placed = [...desired];
  let free = -Infinity;
  for (const index of order) {
    placed[index] = Math.max(desired[index]!, free);
    free = placed[index]! + gap;
  }
  // Labels below the lower edge push the others back up.
  let limit = lowest;
  for (const index of order.toReversed()) {
    placed[index] = Math.min(placed[index]!, limit);
    limit = placed[index]! - gap;
  }
  return placed;
}
