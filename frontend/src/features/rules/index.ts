export { default as RulesButton } from './RulesButton.svelte';
