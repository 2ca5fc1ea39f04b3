// Times and numbers in the language of the page.

import { language, t } from '../i18n/i18n.svelte';

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

/** A size: "12 KB", "4.2 MB", "1.5 GB". */
export function formatBytes(bytes: number): string {
  const megabytes = bytes / 1048576;
  if (megabytes >= 1024) return `${formatNumber(megabytes / 1024, 1)} GB`;
  return megabytes >= 1 ? `${formatNumber(megabytes, 1)} MB` : `${formatNumber(Math.max(1, bytes / 1024), 0)} KB`;
}

/** "12 s", "3 min", "2 h 5 min". */
export function formatDuration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return t('common.seconds', { n: whole });
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return t('common.minutes', { n: minutes });
  return t('common.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
