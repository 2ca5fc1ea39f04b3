// A board as data. The page knows no rules: what may be played comes from the server.

import type { Said } from '../api/types';

export type Side = 'a' | 'b';

export interface BoardShape {
  geometry: 'cells' | 'crossings' | 'maze';
  columns: string[];
  rows: string[];
  names: string[];
  seats: [string, string];
  pieces: Record<string, Said>; // what each sign is called
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
  key: Said;
  value: Said;
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
