// A replay in a single file, opened from disk: the page contains the game and the server's texts.

import { mount } from 'svelte';

import '$lib/theme.css';
import { startLanguage, setTextSource, type Language } from '$lib/i18n/i18n.svelte';
import { applyLook, setLayout } from '$lib/settings.svelte';
import type { GameView, ReviewModel } from '$lib/api/schema';
import type { Texts } from '$lib/i18n/format';
import Single from './Single.svelte';

interface Packed {
  view: GameView;
  review: ReviewModel | null;
  words: Record<Language, Texts>;
}

const packed = JSON.parse(document.getElementById('garlic-game')?.textContent ?? 'null') as Packed | null;

applyLook();
setLayout('board');
setTextSource((language) => Promise.resolve(packed?.words[language] ?? {}));
await startLanguage();
if (packed) {
  const { view, review } = packed;
  mount(Single, { target: document.getElementById('page')!, props: { view, review } });
}
