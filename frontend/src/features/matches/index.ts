// What other features may use.

export { default as LiveBoard } from './LiveBoard.svelte';
