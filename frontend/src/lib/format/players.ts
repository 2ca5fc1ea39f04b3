// Names of seats, players and moves.

import type { SeatView } from '../api/schema';
import { has, language, t } from '../i18n/i18n.svelte';

/** The name of a seat as the game gives it, translated if there is a text for it. */
export function seatName(name: string): string {
  return has(`seat.${name}`) ? t(`seat.${name}`) : name;
}

/** The display name of the player in a seat. */
export function playerName(seat: SeatView): string {
  if (seat.human) return t('play.you_human');
  const level = /^engine:\w+(?:\?level=(\d+))?$/.exec(seat.who);
  if (level) return t('play.engine_level', { level: t(`level.${level[1] ?? '10'}`) });
  if (seat.who.startsWith('random:')) return t('play.random');
  const baseline = /^baseline:\w+\/(.+)$/.exec(seat.who);
  return baseline?.[1] ?? seat.name;
}

/** A move in the notation of the page's language. */
export function moveText(turn: { move?: string | null; spoken?: string | null; verdict?: string }): string {
  if (turn.verdict === 'resigned') return t('play.resigned_move');
  if (turn.move === 'pass') return t('play.pass');
  return (language() === 'zh' ? turn.spoken : null) ?? turn.move ?? '–';
}
