// Which sound an event makes.

import type { BoardFrame } from '../board/values/types';

export type Sound = 'move' | 'capture' | 'check' | 'end' | 'low-time';

/** What can be heard: a step of a game, its end, a clock that runs. */
export type SoundEvent =
  | { kind: 'step'; before: BoardFrame; after: BoardFrame; heard?: boolean } // heard: drawn and heard before
  | { kind: 'over' }
  | { kind: 'clock'; left: number; warned: boolean };

/** A clock with fewer seconds is red, and the player is warned once. */
export const LOW_SECONDS = 20;

/** The sound of *event*; null if it makes none. */
export function soundOf(event: SoundEvent): Sound | null {
  if (event.kind === 'over') return 'end';
  if (event.kind === 'clock') return event.left > 0 && event.left < LOW_SECONDS && !event.warned ? 'low-time' : null;
  const { before, after, heard } = event;
  if (after.check?.length) return 'check';
  if (heard) return null;
  if (after.pieces.length < before.pieces.length || turnsByMoving(after)) return 'capture';
  return after.actors.length > 0 ? null : 'move'; // in a maze every step would be heard
}

/** Where pieces move, turning others captures them; a disc that is put down always turns some. */
function turnsByMoving(frame: BoardFrame): boolean {
  return frame.last.length > 1 && (frame.turned?.length ?? 0) > 0;
}
