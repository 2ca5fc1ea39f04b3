// The texts of the page: its own from src/i18n, all others from the server.

import { getJson } from '../api/client';
import type { Message } from '../api/types';
import { settings, changeSetting } from '../settings.svelte';
import { formatMessage, type Texts } from './format';

export type Language = 'en' | 'zh';

const state: { language: Language; texts: Texts } = $state({ language: 'en', texts: {} });

function flatten(tree: object, start = ''): Texts {
  const found: Texts = {};
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === 'string') found[start + name] = value;
    else Object.assign(found, flatten(value as object, `${start}${name}.`));
  }
  return found;
}

let fetchServerTexts = (language: Language): Promise<Texts> => getJson<Texts>(`/api/texts/${language}`);

/** Take the server's texts from *source*: a page without a server contains them. */
export function setTextSource(source: typeof fetchServerTexts): void {
  fetchServerTexts = source;
}

async function load(language: Language): Promise<Texts> {
  const [own, server] = await Promise.all([
    language === 'zh' ? import('../../i18n/zh.json') : import('../../i18n/en.json'),
    fetchServerTexts(language).catch(() => ({})),
  ]);
  return { ...server, ...flatten(own.default) };
}

/** Show the page in *language*. */
export async function setLanguage(language: Language): Promise<void> {
  state.texts = await load(language);
  state.language = language;
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
}

/** Use the stored language, else the one that the browser prefers. */
export async function startLanguage(): Promise<void> {
  const preferred = navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
  await setLanguage(settings.language || preferred);
}

/** Change the language and store it. */
export async function changeLanguage(language: Language): Promise<void> {
  changeSetting('language', language);
  await setLanguage(language);
}

export function language(): Language {
  return state.language;
}

/** The page's own text *code* with *values*. */
export function t(code: string, values: NonNullable<Message['values']> = {}): string {
  return formatMessage(state.texts, { code, values });
}

/** Is there a text *code*? */
export function has(code: string): boolean {
  return code in state.texts;
}

/** The text of a message from the server. */
export function translate(message: Message): string {
  return formatMessage(state.texts, message);
}
