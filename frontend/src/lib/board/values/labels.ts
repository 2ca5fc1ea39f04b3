// Names of places and pieces for screen readers.

import { seatName } from '../../format/players';
import { language, translate, t } from '../../i18n/i18n.svelte';
import { placeName } from './notation';
import type { BoardShape, Piece, Side } from './types';

export interface PlaceState {
  piece?: Piece | undefined;
  target?: 'to' | 'from' | undefined;
  forbidden?: boolean;
  last?: boolean;
  marks?: string[]; // what else is marked: "check"
  chosen?: boolean;
}

/** "d3, black stone, worth 5, legal move". */
export function placeLabel(shape: BoardShape, place: number, state: PlaceState): string {
  const parts = [placeName(shape, place)];
  if (state.piece) parts.push(pieceName(shape, state.piece));
  else if (shape.walls.includes(place)) parts.push(t('board.wall'));
  else parts.push(t('board.empty'));
  const worth = shape.worths?.[place];
  if (worth !== undefined) parts.push(t('board.worth', { worth }));
  if (state.forbidden) parts.push(t('board.forbidden'));
  if (state.last) parts.push(t('board.last'));
  for (const mark of state.marks ?? []) parts.push(t(`board.${mark}`));
  if (state.chosen) parts.push(t('board.chosen'));
  else if (state.target) parts.push(t(`board.${state.target}`));
  return parts.join(t('board.comma'));
}

/** "black stone". */
function pieceName(shape: BoardShape, piece: Piece): string {
  const known = shape.pieces[piece.sign];
  // In Chinese the two sides' pieces have different names: use the character on the piece.
  const written = language() === 'zh' && /\p{Script=Han}/u.test(piece.glyph);
  const name = known && !written ? translate(known) : piece.glyph || piece.sign;
  if (!piece.side) return name;
  return t('board.piece', { side: sideName(shape, piece.side), name });
}

/** "red". */
export function sideName(shape: Pick<BoardShape, 'seats'>, side: Side): string {
  return seatName(shape.seats[side === 'a' ? 0 : 1]);
}
