// Texts from lab files, which come in both languages.

import { language } from '$lib/i18n/i18n.svelte';

import type { Bilingual } from './types';

export function localized(text: Bilingual): string {
  return language() === 'zh' ? text.zh : text.en;
}

/** The text without the line breaks of the lab file. */
export function unwrap(text: Bilingual): string {
  const lines = localized(text).split('\n');
  return lines.map((line) => line.trim()).join(language() === 'zh' ? '' : ' ');
}
