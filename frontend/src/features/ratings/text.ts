// Comparisons with players of the ladder as text.

import { botName } from '$lib/format/names.svelte';
import { chanceText } from '$lib/format/ratings';
import { t } from '$lib/i18n/i18n.svelte';

import type { Comparison } from './types';

interface Compared {
  stronger_than: Comparison | null;
  weaker_than: Comparison | null;
}

/** "stronger than the course's player medium (99 %)"; empty if nothing is sure. */
export function comparisonText({ stronger_than, weaker_than }: Compared): string {
  if (stronger_than) {
    return t('rating.stronger', { name: playerText(stronger_than.bot), chance: chanceText(stronger_than.chance) });
  }
  if (weaker_than) {
    return t('rating.weaker', { name: playerText(weaker_than.bot), chance: chanceText(weaker_than.chance) });
  }
  return '';
}

function playerText(bot: string): string {
  if (bot.startsWith('random:')) return t('rating.random_moves');
  const name = botName(bot);
  return bot.startsWith('baseline:') ? t('rating.course_player', { name }) : name;
}
