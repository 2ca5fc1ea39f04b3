// Texts of labs and assignments, which come in both languages.

import type { BilingualText } from '../api/schema';
import { language } from './i18n.svelte';

export function localized(text: BilingualText): string {
  return language() === 'zh' ? text.zh : text.en;
}

/** The text without the line breaks of the file that it is from. */
export function unwrap(text: BilingualText): string {
  const lines = localized(text).split('\n');
  return lines.map((line) => line.trim()).join(language() === 'zh' ? '' : ' ');
}
