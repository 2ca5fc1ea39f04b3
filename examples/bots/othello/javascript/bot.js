// Othello in JavaScript, over the line protocol. One move ahead: take what is worth most, like
// corners, shun the cells beside them.
"use strict";

const DIRECTIONS = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [down, right]));

// The discs that a disc of *own* at (row, column) would flip.
function flips(discs, row, column, own, other) {
  const found = [];
  for (const [down, right] of DIRECTIONS) {
    const run = [];
    let [r, c] = [row + down, column + right];
    while (discs[r]?.[c] === other) {
      run.push([r, c]);
      r += down;
      c += right;
    }
    if (discs[r]?.[c] === own) found.push(...run);
  }
  return found;
}

// Corners cannot be flipped back; the cells beside them give them away.
function placeValue(discs, row, column) {
  const edgeRow = Math.min(row, discs.length - 1 - row);
  const edgeColumn = Math.min(column, discs[0].length - 1 - column);
  if (edgeRow === 0 && edgeColumn === 0) return 100;
  return edgeRow <= 1 && edgeColumn <= 1 ? -40 : 0;
}

// A position is "WORTHS DISCS SIDE PASSES", rows divided by "/": "111/101/111 .../.Oo/... r 0".
function choose(position) {
  const [worths, discs, side] = position.split(" ").map((word) => word.split("/"));
  const [own, other] = side[0] === "r" ? ["O", "o"] : ["o", "O"];
  let best = "pass";
  let bestValue = -Infinity;
  for (let row = 0; row < discs.length; ++row) {
    for (let column = 0; column < discs[0].length; ++column) {
      if (discs[row][column] !== ".") continue;
      const flipped = flips(discs, row, column, own, other);
      if (flipped.length === 0) continue;
      let value = Number(worths[row][column]) + placeValue(discs, row, column);
      for (const [r, c] of flipped) value += 2 * Number(worths[r][c]);
      if (value > bestValue) {
        bestValue = value;
        best = String.fromCharCode(97 + column) + (row + 1);
      }
    }
  }
  return best;
}

const judge = require("readline").createInterface({ input: process.stdin });
judge.on("line", (line) => {
  const word = line.split(" ", 1)[0];
  const rest = line.slice(word.length + 1);
  if (word === "start") console.log("ready");
  else if (word === "turn") console.log(choose(rest));
  else if (word === "end") process.exit(0);
});
