// Values that many answers of the server contain.

export interface Message {
  code: string;
  values?: Record<string, unknown>;
}

export type State = 'waiting' | 'running' | 'finished' | 'unfinished' | 'stopped' | 'failed';
