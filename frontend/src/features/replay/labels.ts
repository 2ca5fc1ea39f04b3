// Turns, scores, times and memory as text.

import { sideName } from '$lib/board/values/labels';
import type { BoardShape } from '$lib/board/values/types';
import { moveText, playerName } from '$lib/format/players';
import { has, t } from '$lib/i18n/i18n.svelte';

import type { MoveReview, Score, TurnView } from './types';

/** "+1.25", "wins in 5". */
export function scoreText(score: Score): string {
  if (score.win_in !== null) return score.win_in ? t('replay.wins_in', { plies: score.win_in }) : t('replay.won');
  if (score.loss_in !== null) {
    return score.loss_in ? t('replay.loses_in', { plies: score.loss_in }) : t('replay.lost');
  }
  const points = score.points ?? 0;
  const text = (points > 0 ? '+' : '') + points.toFixed(Math.abs(points) >= 100 ? 0 : 2);
  return score.proven ? t('replay.proven', { points: text }) : text;
}

/** The best move, in the same notation. */
export function bestText(review: MoveReview): string {
  return moveText({ move: review.best, written: review.best_written ?? {} });
}

/** The display name of a bot: "Engine, club player" for engine:othello?level=5. */
export function botText(bot: { name: string; kind?: string }): string {
  return playerName({ who: bot.name, name: bot.name, human: bot.kind === 'human' });
}

/** "85 ms", "1.2 s", "2 min 5 s". */
export function timeText(seconds: number): string {
  if (seconds < 0.00095) return t('replay.us', { time: (seconds * 1e6).toFixed(0) });
  if (seconds < 0.0095) return t('replay.ms', { time: (seconds * 1000).toFixed(1) });
  if (seconds < 0.9995) return t('replay.ms', { time: (seconds * 1000).toFixed(0) });
  if (seconds < 59.95) return t('replay.s', { time: seconds.toFixed(seconds < 10 ? 2 : 1) });
  return t('replay.min', { minutes: Math.floor(seconds / 60), seconds: (seconds % 60).toFixed(0) });
}

export function memoryText(bytes: number): string {
  return t('replay.mb', { size: (bytes / 1e6).toFixed(1) });
}

/** "12: red d3", for screen readers and the slider. */
export function turnText(shape: BoardShape, turn: TurnView): string {
  return t('replay.turn_text', {
    number: turn.number,
    side: sideName(shape, turn.seat),
    move: moveText(turn),
  });
}

/** What points of a game are, translated if there is a text for it. */
export function countedText(counted: string): string {
  const code = `replay.counted.${counted}`;
  return has(code) ? t(code) : counted;
}

/** What a fault cost, translated if there is a text for it. */
export function costText(cost: string): string {
  const code = `replay.cost.${cost.replaceAll(' ', '_')}`;
  return has(code) ? t(code) : cost;
}
