// Names of bots in a league, and changes of ratings, as text.

import { botName } from '$lib/format/names.svelte';
import { formatRating } from '$lib/format/ratings';
import { t } from '$lib/i18n/i18n.svelte';

interface Named {
  name: string;
  number: number | null;
  is_anonymous: boolean;
}

/** What everybody calls a bot of a league; milestones as everywhere. */
export function shownName(bot: Named): string {
  return bot.is_anonymous ? t('leagues.anonymous', { n: bot.number ?? '' }) : botName(bot.name);
}

/** "+12", "−5", "±0". */
export function trendText(change: number): string {
  const whole = Math.round(change);
  return whole === 0 ? '±0' : whole > 0 ? `+${whole}` : formatRating(whole);
}

/** The name of a bot in a final, where anonymous ones are called "anonymous 7". */
export function finalName(name: string): string {
  const number = /^anonymous (\d+)$/.exec(name)?.[1];
  return number ? t('leagues.anonymous', { n: number }) : name;
}
