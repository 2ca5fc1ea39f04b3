// A Trek map as an immutable value, and its edits.

const FREE = 0;
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

export const LARGEST_SIDE = 60; // of a map that can be drawn

/** A map without obstacles, with start and goal in opposite corners. */
export function emptyMap(rows: number, columns: number, rations: number): TrekMap {
  const cells = new Array<number>(rows * columns).fill(FREE);
  cells[0] = START;
  cells[cells.length - 1] = GOAL;
  return { rows, columns, rations, cells };
}

/** The map with *kind* at *place*; painting the start or goal moves it, since there is one of each. */
export function paintCell(map: TrekMap, place: number, kind: number): TrekMap {
  const before = map.cells[place];
  if (before === kind || before === undefined) return map;
  // Start and goal cannot be painted over: every map needs both.
  if (before === START || before === GOAL) return map;
  const cells = [...map.cells];
  if (kind === START || kind === GOAL) cells[cells.indexOf(kind)] = FREE;
  cells[place] = kind;
  return { ...map, cells };
}

/** The map cut or extended to another size; start and goal stay, or move to the corners. */
export function resize(map: TrekMap, rows: number, columns: number): TrekMap {
  const made = emptyMap(rows, columns, map.rations);
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

/** The map in the text format of the lab. */
export function toText(map: TrekMap): string {
  const rows = Array.from({ length: map.rows }, (_, row) =>
    map.cells.slice(row * map.columns, (row + 1) * map.columns).join(' '),
  );
  return `${map.rows} ${map.columns} ${map.rations}\n${rows.join('\n')}\n`;
}

/** The number of states expanded before *step*, of *total*. */
export function expandedBefore(total: number, step: number): number {
  return Math.min(total, Math.floor(step));
}
