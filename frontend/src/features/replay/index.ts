// What other features may use.

export { LiveGame } from './live.svelte';
export type { LiveEvent } from './types';
