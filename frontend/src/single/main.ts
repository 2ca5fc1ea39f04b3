// A game in one file, opened from disk: the words and the game are in the page.

import { mount } from 'svelte';

import '$lib/theme.css';
import { startLanguage, wordsFrom, type Language } from '$lib/i18n/i18n.svelte';
import { applyTheme } from '$lib/settings.svelte';
import type { ReviewData, ViewData } from '../features/replay/types';
import type { Words } from '$lib/i18n/format';
import Single from './Single.svelte';

interface Packed {
  view: ViewData;
  review: ReviewData | null;
  words: Record<Language, Words>;
}

const packed = JSON.parse(document.getElementById('garlic-game')?.textContent ?? 'null') as Packed | null;

applyTheme();
wordsFrom((language) => Promise.resolve(packed?.words[language] ?? {}));
await startLanguage();
if (packed) {
  const { view, review } = packed;
  mount(Single, { target: document.getElementById('page')!, props: { view, review } });
}
