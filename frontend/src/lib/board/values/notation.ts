// Moves as people write them. The server sends each move in the notations of its game.

import { language } from '../../i18n/i18n.svelte';
import { settings } from '../../settings.svelte';
import type { BoardShape } from './types';

/** The one of *styles* that is used everywhere: the chosen one, else the usual one of the language. */
export function notation(styles: readonly string[]): string {
  if (styles.includes(settings.notation)) return settings.notation;
  return (language() === 'zh' ? styles[0] : styles.at(-1)) ?? '';
}

/** A move in that notation; null if the game has none. */
export function writtenMove(written: Record<string, string> | undefined): string | null {
  const text = written?.[notation(Object.keys(written))];
  return text === undefined ? null : inCharacters(text);
}

/** The moves of a line in that notation. */
export function writtenLine(line: { moves: string[]; line_written?: Record<string, string[]> }): string[] {
  const written = line.line_written ?? {};
  return written[notation(Object.keys(written))]?.map(inCharacters) ?? line.moves;
}

/** The moves of an opening book in that notation, with their values: "c5 +0.1, f6 -0.4". */
export function writtenBook(book: { move: string; written?: Record<string, string>; points: number | null }[]): string {
  const one = (known: (typeof book)[number]) => {
    const move = writtenMove(known.written) ?? known.move;
    return known.points === null ? move : `${move} ${known.points < 0 ? '' : '+'}${known.points.toFixed(1)}`;
  };
  return book.map(one).join(', ');
}

/** The names of columns and rows in that notation. */
export function edgeNames(shape: BoardShape): { top: string[]; bottom: string[]; rows: string[] } {
  const names = shape.edges?.[notation(shape.styles ?? [])];
  if (!names) return { top: shape.columns, bottom: shape.columns, rows: shape.rows };
  return { rows: [], ...names };
}

/** "d6": the name of a place. */
export function placeName(shape: BoardShape, place: number): string {
  const names = shape.edges?.[notation(shape.styles ?? [])];
  const width = shape.columns.length;
  const row = names?.rows?.[Math.floor(place / width)];
  return row === undefined ? (shape.names[place] ?? '') : `${names?.top[place % width]}${row}`;
}

const TRADITIONAL: Record<string, string> = { 帅: '帥', 将: '將', 车: '車', 马: '馬', 进: '進', 后: '後' };
const SIMPLIFIED: Record<string, string> = {
  帥: '帅',
  將: '将',
  車: '车',
  俥: '车',
  馬: '马',
  傌: '马',
  砲: '炮',
};

/** A move in the characters that are on the pieces. */
function inCharacters(text: string): string {
  if (settings.men !== 'chinese') return text;
  return text.replace(/./gu, (character) => TRADITIONAL[character] ?? character);
}

/** The letter on a piece: a traditional or simplified character, or a Latin letter. */
export function pieceLetter(piece: { glyph: string; sign: string }): string {
  if (settings.men === 'latin') return piece.sign;
  return settings.men === 'simplified' ? (SIMPLIFIED[piece.glyph] ?? piece.glyph) : piece.glyph;
}
