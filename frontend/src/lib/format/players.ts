// Names of seats, players and moves.

import type { SeatView } from '../api/schema';
import { writtenMove } from '../board/values/notation';
import { has, t } from '../i18n/i18n.svelte';

/** The name of a seat as the game gives it, translated if there is a text for it. */
export function seatName(name: string): string {
  return has(`seat.${name}`) ? t(`seat.${name}`) : name;
}

/** The display name of the player in a seat; *own* if that is played in this browser. */
export function playerName(seat: SeatView, own = true): string {
  if (seat.human) return t(own ? 'play.you_human' : 'play.person');
  const level = /^engine:[^?]+(?:\?level=(\d+)(?:&nodes=\d+)?)?$/.exec(seat.who);
  if (level) return t('play.engine_level', { level: t(`level.${level[1] ?? '10'}`) });
  if (seat.who.startsWith('random:')) return t('play.random');
  const baseline = /^baseline:[^/]+\/([^?]+)(?:\?(.*))?$/.exec(seat.who);
  return baseline?.[1] ? withOptions(baseline[1], baseline[2] ?? '') : seat.name;
}

/** "lab (depth 2, 10 % random moves)". */
function withOptions(name: string, query: string): string {
  const options = [...new URLSearchParams(query)].map(([option, value]) => {
    const code = `player_option.${option}`;
    return has(code) ? t(code, { value }) : `${option}=${value}`;
  });
  return options.length ? t('player_option.with', { name, options: options.join(t('board.comma')) }) : name;
}

/** Did a person lose on the clock? What bots are told about being too late does not help a person. */
export function ranOutOfTime(turn: { verdict: string }, isPerson: boolean): boolean {
  return isPerson && turn.verdict === 'too late';
}

/** What moves and turns have in common. */
interface Written {
  move?: string | null;
  written?: Record<string, string>;
  verdict?: string;
}

/** A move in the chosen notation. */
export function moveText(turn: Written): string {
  if (turn.verdict === 'resigned') return t('play.resigned_move');
  if (turn.verdict === 'opponent resigned') return t('play.opponent_resigned_move');
  if (turn.verdict === 'draw agreed') return t('play.draw');
  if (turn.move === 'pass') return t('play.pass');
  return writtenMove(turn.written) ?? turn.move ?? '–';
}
