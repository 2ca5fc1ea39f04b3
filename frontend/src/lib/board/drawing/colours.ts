// The colours of the sides. A seat named after one of them has it; others get one that is free.

import type { BoardShape, Side } from '../values/types';

const COLOURS = ['black', 'white', 'red', 'blue'];

export function seatColour({ seats }: Pick<BoardShape, 'seats'>, side: Side): string {
  const index = side === 'a' ? 0 : 1;
  if (COLOURS.includes(seats[index])) return seats[index];
  return COLOURS.filter((colour) => !seats.includes(colour))[index] ?? '';
}
