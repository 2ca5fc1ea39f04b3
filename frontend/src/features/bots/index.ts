// What other features may use.

export { default as BotPicker } from './BotPicker.svelte';
export type { Roster } from './types';
