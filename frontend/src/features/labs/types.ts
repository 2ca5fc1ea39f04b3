// Labs and gradings as the server sends them.

import type { Message, State } from '$lib/api/types';

export interface Bilingual {
  en: string;
  zh: string;
}

export interface LabSummary {
  name: string;
  title: Bilingual;
  game: string | null;
  tests: number;
  max_points: number;
}

export interface LabDetails extends LabSummary {
  about: Bilingual;
  how: Bilingual;
  kind: string;
  protocol: string;
  files: string[];
  limits: {
    turn_seconds: number;
    init_seconds: number;
    game_seconds: number | null;
    memory_bytes: number;
  };
  test_list: { title: Bilingual; points: number; about: Message[] }[];
}

export interface Grade {
  id: string;
  lab: string;
  name: string;
  state: State;
  points: number | null;
  max_points: number;
  problem: Message | null;
  fault: Message | null;
  done: number;
  of: number;
  delayed: number;
  tests: { title: Bilingual; points: number | null; max_points: number; summary: Message }[];
  created_at: string;
  finished_at: string | null;
}
