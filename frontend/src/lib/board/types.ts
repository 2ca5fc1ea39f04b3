// A board as data. The page knows no rules: legal moves come from the server.

import type { Message } from '../api/types';

export type Side = 'a' | 'b';

export interface BoardShape {
  geometry: 'cells' | 'crossings' | 'maze';
  columns: string[];
  rows: string[];
  names: string[];
  seats: [string, string];
  pieces: Record<string, Message>; // the name of each sign
  worths?: number[] | null;
  walls: number[];
  dots: number[];
  banners: { after_row: number; text: string }[];
  lines: [number, number][];
}

export interface Piece {
  at: number;
  sign: string;
  glyph: string;
  side?: Side | null;
  key?: string | null;
  count?: number | null;
}

export interface Fact {
  key: Message;
  value: Message;
}

export interface BoardFrame {
  pieces: Piece[];
  actors: Piece[];
  last: number[];
  forbidden: number[];
  facts: Fact[];
}

export interface BoardStep {
  set: Piece[];
  clear: number[];
  actors: Piece[];
  last: number[];
  forbidden: number[];
  facts: Fact[];
}

export interface LegalMove {
  move: string;
  path: number[];
  spoken?: string | null;
}

export interface Arrow {
  from: number;
  to: number;
  kind?: 'hint' | 'better' | 'played';
  label?: string;
}
