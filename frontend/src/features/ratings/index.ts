// What other features may use.

export { default as BotRatings } from './BotRatings.svelte';
