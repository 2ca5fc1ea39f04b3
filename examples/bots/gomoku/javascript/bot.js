// Gomoku and Renju in JavaScript, over the line protocol. Every five crossings in a row that one
// side alone has stones on are worth something to take, and to deny.
"use strict";

const LINES = [[0, 1], [1, 0], [1, 1], [1, -1]];
// What a stone in such a row is worth, by the stones already there: ours, and theirs.
const OURS = [1, 10, 100, 1000, 1000000];
const THEIRS = [0, 5, 50, 500, 100000];

const at = (board, row, column) => board[row]?.[column] ?? "#";

function value(board, row, column, own) {
  let sum = 0;
  for (const [down, right] of LINES) {
    for (let first = -4; first <= 0; ++first) {
      let [ours, theirs, outside] = [0, 0, 0];
      for (let i = first; i < first + 5; ++i) {
        const stone = at(board, row + i * down, column + i * right);
        if (stone === "#") ++outside;
        else if (stone === own) ++ours;
        else if (stone !== ".") ++theirs;
      }
      if (outside === 0 && theirs === 0) sum += OURS[ours];
      if (outside === 0 && ours === 0) sum += THEIRS[theirs];
    }
  }
  return sum;
}

// Might Renju forbid black to play here? Says yes too often: to be sure is much longer.
function isRisky(board, row, column) {
  let risk = 0;
  for (const [down, right] of LINES) {
    let [near, unbroken] = [1, 1]; // black stones within four steps; in one row with this one
    for (const way of [-1, 1]) {
      let joined = true;
      for (let i = way; Math.abs(i) <= 4; i += way) {
        const stone = at(board, row + i * down, column + i * right);
        if (stone === "o" || stone === "#") break;
        joined &&= stone === "x";
        if (joined) ++unbroken;
        if (stone === "x") ++near;
      }
    }
    if (unbroken === 5) return false; // it wins
    risk += near >= 5 ? 2 : near >= 3 ? 1 : 0;
  }
  return risk > 1;
}

// "RULE ROWS SIDE PASSES", rows from the top: "renju .../.x./... w 0"
function choose(position) {
  const [rule, rows, side] = position.split(" ");
  const board = rows.split("/");
  const own = side === "b" ? "x" : "o";
  let [best, bestValue] = ["pass", -1];
  for (let row = 0; row < board.length; ++row) {
    for (let column = 0; column < board.length; ++column) {
      if (board[row][column] !== ".") continue;
      if (own === "x" && rule === "renju" && isRisky(board, row, column)) continue;
      const found = value(board, row, column, own);
      if (found <= bestValue) continue;
      bestValue = found;
      best = String.fromCharCode(97 + column) + (board.length - row);
    }
  }
  return best;
}

const judge = require("readline").createInterface({ input: process.stdin });
judge.on("line", (line) => {
  if (line.startsWith("start ")) console.log("ready");
  if (line.startsWith("turn ")) console.log(choose(line.slice(5)));
  if (line.startsWith("end ")) process.exit(0);
});
