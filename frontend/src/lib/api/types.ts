// Values that occur in many answers of the server.

export interface Said {
  code: string;
  values?: Record<string, unknown>;
}

export type State = 'waiting' | 'running' | 'finished' | 'stopped' | 'failed';
