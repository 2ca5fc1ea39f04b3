// Formats and times per move as text.

import { formatNumber } from '$lib/format/numbers';
import { has, t } from '$lib/i18n/i18n.svelte';

/** The average time per move: "3.2 ms", "1.5 s". */
export function formatMoveTime(seconds: number): string {
  if (seconds >= 1) return `${formatNumber(seconds, 2)} s`;
  return `${formatNumber(seconds * 1000, seconds < 0.01 ? 1 : 0)} ms`;
}

export function formatLabel(name: string): string {
  const code = `format.${name.replaceAll('-', '_')}`;
  return has(code) ? t(code) : name;
}
