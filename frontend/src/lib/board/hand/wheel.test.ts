import { expect, test } from 'vitest';

import { wheelSteps } from './wheel';

const PIXELS = 0;
const LINES = 1;

function turned(...moves: Partial<WheelEvent>[]): { steps: number[]; prevented: number } {
  const steps: number[] = [];
  let prevented = 0;
  const listen = wheelSteps((direction) => steps.push(direction));
  moves.forEach((move, index) => {
    const event = { deltaX: 0, deltaY: 0, deltaMode: PIXELS, timeStamp: index * 20, ctrlKey: false, shiftKey: false };
    listen({ ...event, preventDefault: () => (prevented += 1), ...move } as WheelEvent);
  });
  return { steps, prevented };
}

test('a notch of a mouse is a move, on or back', () => {
  expect(turned({ deltaY: 100 }, { deltaY: 120 }, { deltaY: -100 }).steps).toEqual([1, 1, -1]);
  expect(turned({ deltaY: 3, deltaMode: LINES }).steps).toEqual([1]);
});

test('small movements of a touchpad add up', () => {
  expect(turned(...Array.from({ length: 10 }, () => ({ deltaY: 13 }))).steps).toEqual([1, 1]);
  expect(turned({ deltaY: 50 }, { deltaY: -50 }, { deltaY: 50 }).steps).toEqual([]);
});

test('an old movement is forgotten', () => {
  expect(turned({ deltaY: 50 }, { deltaY: 50, timeStamp: 1000 }).steps).toEqual([]);
});

test('zooming and scrolling sideways are left to the browser', () => {
  const left = turned({ deltaY: 100, ctrlKey: true }, { deltaX: 100, deltaY: 10 }, { deltaY: 100, shiftKey: true });
  expect(left).toEqual({ steps: [], prevented: 0 });
});
