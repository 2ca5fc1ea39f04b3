// Times and numbers in the language of the page.

import { language } from '../i18n/i18n.svelte';

function locale(): string {
  return language() === 'zh' ? 'zh-CN' : 'en';
}

/** A moment, as short as it can be understood. */
export function when(moment: string): string {
  const then = new Date(moment);
  const today = then.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(
    locale(),
    today ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
  ).format(then);
}

/** A number with as many places as it needs, at most *places*. */
export function number(value: number, places = 2): string {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: places }).format(value);
}
