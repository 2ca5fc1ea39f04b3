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
  { pattern: '/play', title: 'play.title', load: () => import('./pages/Play.svelte') },
  { pattern: '/editor', title: 'editor.title', load: () => import('./pages/Editor.svelte') },
  { pattern: '/play/:id', title: 'play.title', load: () => import('./pages/PlayGame.svelte') },
  { pattern: '/bots', title: 'bots.title', load: () => import('./pages/Bots.svelte') },
  { pattern: '/bots/:id', title: 'bots.one', load: () => import('./pages/Bot.svelte') },
  { pattern: '/matches', title: 'matches.title', load: () => import('./pages/Matches.svelte') },
  { pattern: '/matches/:id', title: 'matches.one', load: () => import('./pages/Match.svelte') },
  { pattern: '/tournaments', title: 'tournaments.title', load: () => import('./pages/Tournaments.svelte') },
  { pattern: '/tournaments/new', title: 'tournaments.new', load: () => import('./pages/NewTournament.svelte') },
  { pattern: '/tournaments/:id', title: 'tournaments.one', load: () => import('./pages/Tournament.svelte') },
  { pattern: '/labs', title: 'labs.title', load: () => import('./pages/Labs.svelte') },
  { pattern: '/labs/:topic', title: 'labs.one', load: () => import('./pages/Lab.svelte') },
  { pattern: '/labs/:topic/:task', title: 'labs.one', load: () => import('./pages/Lab.svelte') },
  { pattern: '/grades/:id', title: 'labs.grading', load: () => import('./pages/Grade.svelte') },
  { pattern: '/puzzles/highway', title: 'highway.title', load: () => import('./pages/Highway.svelte') },
  { pattern: '/puzzles/trek', title: 'trek.title', load: () => import('./pages/Trek.svelte') },
  { pattern: '/watch/:id', title: 'replay.watch', load: () => import('./pages/Watch.svelte') },
  { pattern: '/replay', title: 'replay.open', load: () => import('./pages/OpenRecord.svelte') },
  { pattern: '/replay/:key', title: 'replay.title', load: () => import('./pages/Replay.svelte') },
];
