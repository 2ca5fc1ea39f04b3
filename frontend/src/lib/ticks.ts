// Axes of charts.

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
