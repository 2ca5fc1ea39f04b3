// A map of Trek that is being drawn: plain values, and how they change.

export const FREE = 0;
export const MOUNTAIN = 1;
export const SUPPLY = 2;
export const START = 3;
export const GOAL = 4;

export interface TrekMap {
  rows: number;
  columns: number;
  rations: number;
  cells: number[];
}

export const LARGEST_SIDE = 60; // of a map that is drawn by hand

/** A map of free ground with a start and a goal in its corners. */
export function blank(rows: number, columns: number, rations: number): TrekMap {
  const cells = new Array<number>(rows * columns).fill(FREE);
  cells[0] = START;
  cells[cells.length - 1] = GOAL;
  return { rows, columns, rations, cells };
}

/** The same map with *kind* at *place*; start and goal move there, since there is one of each. */
export function painted(map: TrekMap, place: number, kind: number): TrekMap {
  const before = map.cells[place];
  if (before === kind || before === undefined) return map;
  // Whoever paints over the start or the goal would have none: it has to be moved instead.
  if (before === START || before === GOAL) return map;
  const cells = [...map.cells];
  if (kind === START || kind === GOAL) cells[cells.indexOf(kind)] = FREE;
  cells[place] = kind;
  return { ...map, cells };
}

/** As many of the cells as fit into another size; start and goal stay or go to the corners. */
export function resized(map: TrekMap, rows: number, columns: number): TrekMap {
  const made = blank(rows, columns, map.rations);
  const kept = made.cells.map((_, place) => {
    const [row, column] = [Math.floor(place / columns), place % columns];
    return row < map.rows && column < map.columns ? (map.cells[row * map.columns + column] ?? FREE) : FREE;
  });
  if (!kept.includes(START)) kept[kept[0] === GOAL ? 1 : 0] = START;
  if (!kept.includes(GOAL)) {
    const last = kept.length - 1;
    kept[kept[last] === START ? last - 1 : last] = GOAL;
  }
  return { ...made, cells: kept };
}

/** The map as the lab writes it. */
export function written(map: TrekMap): string {
  const rows = Array.from({ length: map.rows }, (_, row) =>
    map.cells.slice(row * map.columns, (row + 1) * map.columns).join(' '),
  );
  return `${map.rows} ${map.columns} ${map.rations}\n${rows.join('\n')}\n`;
}

/** How many of the *first* expansions lie before *step*, where the search expanded *total*. */
export function reached(total: number, step: number): number {
  return Math.min(total, Math.floor(step));
}
