// Formats and durations as text.

import { formatNumber } from '$lib/format/numbers';
import { has, t } from '$lib/i18n/i18n.svelte';

/** "12 s", "3 min", "2 h 5 min". */
export function formatDuration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return t('common.seconds', { n: whole });
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return t('common.minutes', { n: minutes });
  return t('common.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** The average time per move: "3.2 ms", "1.5 s". */
export function formatMoveTime(seconds: number): string {
  if (seconds >= 1) return `${formatNumber(seconds, 2)} s`;
  return `${formatNumber(seconds * 1000, seconds < 0.01 ? 1 : 0)} ms`;
}

export function formatLabel(name: string): string {
  const code = `format.${name.replaceAll('-', '_')}`;
  return has(code) ? t(code) : name;
}
