// Stars in JavaScript, over the line protocol. Walk to the nearest star, not through danger; while
// strong, destroyers are prey.
"use strict";

// "MAP d0=R,C@R,C d1=R,C@R,C red=R,C:SCORE:STATUS blue=R,C:SCORE:STATUS round=N"
function read(position, seat) {
  const [map, ...fields] = position.split(" ");
  const state = { map: map.split("/"), enemies: [] };
  for (const field of fields) {
    const name = field.split("=")[0];
    const [row, column, , status] = field.slice(name.length + 1).match(/-?\d+/g).map(Number);
    if (name === seat) Object.assign(state, { home: [row, column], strong: status > 1 });
    else if (name.startsWith("d")) state.enemies.push({ row, column, isDestroyer: true });
    else if (name !== "round" && status > 0) state.enemies.push({ row, column });
  }
  return state;
}

function neighbours(state, [row, column]) {
  const around = [[row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1]];
  return around.filter(([r, c]) => (state.map[r]?.[c] ?? "#") !== "#");
}

// Steps to the nearest of those who could rob us; a large number if nobody can.
function distanceToDanger(state, [row, column]) {
  if (state.strong) return 1000;
  const steps = (enemy) => Math.abs(enemy.row - row) + Math.abs(enemy.column - column);
  return Math.min(...state.enemies.map(steps));
}

function isPrize(state, [row, column]) {
  const isPrey = (enemy) => enemy.isDestroyer && enemy.row === row && enemy.column === column;
  return (state.strong && state.enemies.some(isPrey)) || "oO".includes(state.map[row][column]);
}

// Breadth first from our own cell: the first prize met is the nearest.
function choose(state) {
  const firstStep = new Map([[String(state.home), state.home]]);
  const waiting = [state.home];
  for (const cell of waiting) {
    const step = firstStep.get(String(cell));
    if (isPrize(state, cell)) return step;
    for (const next of neighbours(state, cell)) {
      if (firstStep.has(String(next)) || distanceToDanger(state, next) <= 1) continue;
      firstStep.set(String(next), cell === state.home ? next : step);
      waiting.push(next);
    }
  }
  let best = state.home; // no prize in reach: keep away from danger
  for (const next of neighbours(state, state.home)) {
    if (distanceToDanger(state, next) > distanceToDanger(state, best)) best = next;
  }
  return best;
}

let seat = "";
const judge = require("readline").createInterface({ input: process.stdin });
judge.on("line", (line) => {
  const word = line.split(" ", 1)[0];
  const rest = line.slice(word.length + 1);
  if (word === "garlic") seat = rest.split(" ")[2];
  else if (word === "start") console.log("ready");
  else if (word === "turn") console.log(choose(read(rest, seat)).join(","));
  else if (word === "end") process.exit(0);
});
