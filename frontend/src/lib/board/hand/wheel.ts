// The mouse wheel over a board goes through the moves, one notch a move.

const NOTCH = 60; // pixels: less than a notch of a mouse, several small movements of a touchpad
const LINE = 30; // pixels, where a browser counts in lines
const PAUSE = 400; // ms: what is left of an unfinished notch is forgotten

/** A listener for wheel events that calls *step* with 1 or -1 for every notch. */
export function wheelSteps(step: (direction: 1 | -1) => void): (event: WheelEvent) => void {
  let left = 0;
  let last = 0;
  return (event) => {
    if (event.ctrlKey || event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return; // zoom, sideways
    event.preventDefault();
    const moved = event.deltaY * (event.deltaMode === 0 ? 1 : LINE);
    if (event.timeStamp - last > PAUSE || moved * left < 0) left = 0;
    last = event.timeStamp;
    left += moved;
    if (Math.abs(left) < NOTCH) return;
    step(left > 0 ? 1 : -1);
    left = 0;
  };
}
