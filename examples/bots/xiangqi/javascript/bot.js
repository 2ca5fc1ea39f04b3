// Xiangqi in JavaScript, over the line protocol. Three moves ahead: take what is worth most, less
// what can be taken in reply. The board is 90 letters, from black's side; upper case is red.
"use strict";

const WORTH = { k: 10000, r: 900, c: 450, n: 400, b: 200, a: 200, p: 100, ".": 0 };

const sideOf = (piece) => (piece === "." ? 0 : piece < "a" ? 1 : -1);
const rowOf = (point) => Math.trunc(point / 9);

// How many pieces stand between two points of a file or rank.
function between(board, from, to) {
  const step = rowOf(from) === rowOf(to) ? 1 : 9;
  let count = 0;
  for (let point = Math.min(from, to) + step; point < Math.max(from, to); point += step) {
    if (board[point] !== ".") ++count;
  }
  return count;
}

// May the piece on *from* go to *to*, never mind what becomes of its king?
function canGo(board, from, to) {
  const side = sideOf(board[from]);
  if (sideOf(board[to]) === side) return false;
  const [down, right] = [rowOf(to) - rowOf(from), (to % 9) - (from % 9)];
  const [rows, columns] = [Math.abs(down), Math.abs(right)];
  const jumped = rows * columns === 0 ? between(board, from, to) : -1;
  const rank = side > 0 ? 9 - rowOf(to) : rowOf(to); // of the target, from the own back rank
  const inPalace = rank <= 2 && Math.abs((to % 9) - 4) <= 1;
  const eye = from + Math.trunc(down / 2) * 9 + Math.trunc(right / 2); // or a horse's leg
  switch (board[from].toLowerCase()) {
    case "r": return jumped === 0;
    case "c": return jumped === (board[to] === "." ? 0 : 1);
    case "n": return rows * columns === 2 && board[eye] === ".";
    case "b": return rows === 2 && columns === 2 && rank <= 4 && board[eye] === ".";
    case "a": return rows === 1 && columns === 1 && inPalace;
    case "p": return rows + columns === 1 && (down === -side || (down === 0 && rank >= 5));
    default: // the king; it "takes" the other one along an open file
      if (right === 0 && board[to].toLowerCase() === "k") return jumped === 0;
      return rows + columns === 1 && inPalace;
  }
}

// The best move: what it takes, less the best reply. To leave the king costs so much that a legal
// move is always better, and mate is worth so much that it is found.
function best(board, side, depth, number) {
  let found = { from: 0, to: 0, value: -2 * WORTH.k };
  for (let from = 0; from < 90; ++from) {
    for (let to = 0; to < 90 && sideOf(board[from]) === side; ++to) {
      if (!canGo(board, from, to)) continue;
      const taken = WORTH[board[to].toLowerCase()];
      let value = taken + (((from * 7 + to * 3 + 1) * number) % 11); // so that equals take turns
      if (depth > 1 && taken !== WORTH.k) {
        const after = board.slice();
        [after[to], after[from]] = [board[from], "."];
        value -= best(after, -side, depth - 1, number).value;
      }
      if (value > found.value) found = { from, to, value };
    }
  }
  return found;
}

const nameOf = (point) => "abcdefghi"[point % 9] + (9 - rowOf(point));
const judge = require("readline").createInterface({ input: process.stdin });
judge.on("line", (line) => {
  const [word, fen, side, , , , number] = line.split(" ");
  if (word === "start") console.log("ready");
  if (word === "end") process.exit(0);
  if (word !== "turn") return;
  const board = [...fen.replaceAll("/", "").replace(/\d/g, (digit) => ".".repeat(digit))];
  const move = best(board, side === "w" ? 1 : -1, 3, Number(number));
  console.log(nameOf(move.from) + nameOf(move.to));
});
