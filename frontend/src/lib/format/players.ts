// Names of players and moves.

import { language, t } from '../i18n/i18n.svelte';

export interface SeatView {
  who: string;
  name: string;
  human: boolean;
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
export function moveText(turn: { move: string | null; spoken?: string | null }): string {
  if (turn.move === 'resign') return t('play.resigned_move');
  if (turn.move === 'pass') return t('play.pass');
  return (language() === 'zh' ? turn.spoken : null) ?? turn.move ?? '–';
}
