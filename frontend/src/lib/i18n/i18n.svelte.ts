// The words: the page's own from src/i18n, those of the layers below from the server.

import { getJson } from '../api/client';
import type { Said } from '../api/types';
import { choices, choose } from '../settings.svelte';
import { sentence, type Words } from './format';

export type Language = 'en' | 'zh';

const state: { language: Language; words: Words } = $state({ language: 'en', words: {} });

function flattened(tree: object, start = ''): Words {
  const found: Words = {};
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === 'string') found[start + name] = value;
    else Object.assign(found, flattened(value as object, `${start}${name}.`));
  }
  return found;
}

let core = (language: Language): Promise<Words> => getJson<Words>(`/api/texts/${language}`);

/** Take the words of the layers below from *source*: a page without a server has them with it. */
export function wordsFrom(source: typeof core): void {
  core = source;
}

async function load(language: Language): Promise<Words> {
  const [own, below] = await Promise.all([
    language === 'zh' ? import('../../i18n/zh.json') : import('../../i18n/en.json'),
    core(language).catch(() => ({})),
  ]);
  return { ...below, ...flattened(own.default) };
}

/** Speak *language* from now on. */
export async function speak(language: Language): Promise<void> {
  state.words = await load(language);
  state.language = language;
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
}

/** Speak what was chosen before, else what the browser prefers. */
export async function startLanguage(): Promise<void> {
  const preferred = navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
  await speak(choices.language || preferred);
}

/** Change the language, and keep it. */
export async function chooseLanguage(language: Language): Promise<void> {
  choose('language', language);
  await speak(language);
}

export function language(): Language {
  return state.language;
}

/** The page's own sentence *code* with *values*. */
export function t(code: string, values: Record<string, unknown> = {}): string {
  return sentence(state.words, { code, values });
}

/** Is there a sentence *code*? */
export function has(code: string): boolean {
  return code in state.words;
}

/** A sentence that the server sent. */
export function say(said: Said): string {
  return sentence(state.words, said);
}
