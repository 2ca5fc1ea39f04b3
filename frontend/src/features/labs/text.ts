// Texts that a lab brings in both languages.

import { language } from '$lib/i18n/i18n.svelte';
import type { TwoTongues } from './types';

export function inTongue(words: TwoTongues): string {
  return language() === 'zh' ? words.zh : words.en;
}

/** Words that the lab's author wrapped for reading a file, as one line. */
export function unwrapped(words: TwoTongues): string {
  const lines = inTongue(words).split('\n');
  return lines.map((line) => line.trim()).join(language() === 'zh' ? '' : ' ');
}
