// Every page by its address. All but the first are fetched when they are opened.

import type { Component } from 'svelte';

import Home from './pages/Home.svelte';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Page = Component<any>;

interface Entry {
  pattern: string;
  title: string; // a code
  load: () => Promise<{ default: Page }> | { default: Page };
}

export const PAGES: Entry[] = [
  { pattern: '/', title: 'home.title', load: () => ({ default: Home }) },
  { pattern: '/watch/:id', title: 'replay.watch', load: () => import('./pages/Watch.svelte') },
  { pattern: '/replay/:key', title: 'replay.title', load: () => import('./pages/Replay.svelte') },
];
