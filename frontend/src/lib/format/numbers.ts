// Times and numbers in the language of the page.

import { language } from '../i18n/i18n.svelte';

function locale(): string {
  return language() === 'zh' ? 'zh-CN' : 'en';
}

/** A date and time; today only the time. */
export function formatTime(moment: string): string {
  const then = new Date(moment);
  const today = then.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(
    locale(),
    today ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
  ).format(then);
}

/** A number with at most *places* decimals. */
export function formatNumber(value: number, places = 2): string {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: places }).format(value);
}

/** The size of a file: "12 KB", "4.2 MB". */
export function formatBytes(bytes: number): string {
  const megabytes = bytes / 1048576;
  return megabytes >= 1 ? `${formatNumber(megabytes, 1)} MB` : `${formatNumber(Math.max(1, bytes / 1024), 0)} KB`;
}
