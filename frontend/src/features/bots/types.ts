// Bots as the server sends them.

import type { Message } from '$lib/api/types';

export interface BuiltIn {
  bot: string;
  game: string;
  kind: string;
  about: Message;
  levels: boolean;
}

export type CheckResult = 'passed' | 'failed' | 'not judged';

export interface Finding {
  name: Message;
  result: CheckResult | 'remark';
  detail: Message | null;
  advice: Message | null;
  output: string;
}

export interface Check {
  game: string;
  result: CheckResult;
  problem: Message | null;
  findings: Finding[];
  checked_at: string;
}

export interface Version {
  id: number;
  bot: string;
  number: number;
  kind: string;
  protocol: string;
  file: string | null;
  digest: string;
  seen_at: string;
  checks: Check[];
  checking: string[];
}

export interface Bot {
  id: number;
  name: string;
  created_at: string;
  versions: Version[];
  likely_games: string[];
}

export interface BotResult {
  key: string;
  game: string;
  seat: 'a' | 'b';
  winner: 'a' | 'b' | null;
  reason: Message;
  scores: [number, number] | null;
  opponent: string | null;
  played_at: string;
  faults: Record<string, number>;
}

export interface BotDetails extends Bot {
  results: BotResult[];
}

export interface Roster {
  built_in: BuiltIn[];
  stored: Bot[];
  protocols: { name: string; about: Message; games: string[] }[];
  local_files: boolean;
}
