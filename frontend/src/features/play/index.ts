// What other features may use.

export type { Thoughts } from './types';
