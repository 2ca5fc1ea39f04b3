// Names and durations on the pages of tournaments.

import { number } from '$lib/format/numbers';
import { has, t } from '$lib/i18n/i18n.svelte';

/** How long something takes: "12 s", "3 min", "2 h 5 min". */
export function duration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return t('arena.seconds', { n: whole });
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return t('arena.minutes', { n: minutes });
  return t('arena.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** How long a move takes on average: "3.2 ms", "1.5 s". */
export function moveTime(seconds: number): string {
  if (seconds >= 1) return `${number(seconds, 2)} s`;
  return `${number(seconds * 1000, seconds < 0.01 ? 1 : 0)} ms`;
}

export function formatName(name: string): string {
  const code = `format.${name.replaceAll('-', '_')}`;
  return has(code) ? t(code) : name;
}
