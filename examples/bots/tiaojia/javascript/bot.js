// Tiaojia in JavaScript, over the line protocol. Two moves ahead: turn many stones, and leave few
// to be turned in reply. The board is one array with a frame around it, so that no step leaves it.
"use strict";

const WIDTH = 14;
// By direction code: up, down, left, right, up-left, up-right, down-left, down-right.
const STEPS = [-WIDTH, WIDTH, -1, 1, -WIDTH - 1, -WIDTH + 1, WIDTH - 1, WIDTH + 1];

const other = (stone) => (stone === "O" ? "X" : "O");

// Moves the stone on *from* and returns how many enemies turned.
function play(board, from, direction) {
  const own = board[from];
  const enemy = other(own);
  const to = from + STEPS[direction];
  let turned = 0;
  board[from] = ".";
  board[to] = own;
  for (const step of STEPS) {
    // A pick: both neighbours on a line.
    if (step < 0 && board[to + step] === enemy && board[to - step] === enemy) {
      board[to + step] = board[to - step] = own;
      turned += 2;
    }
  }
  for (const step of STEPS) {
    // A nip: between this stone and another of ours.
    if (board[to + step] === enemy && board[to + 2 * step] === own) {
      board[to + step] = own;
      turned += 1;
    }
  }
  return turned;
}

// The best move of *own*, by stones turned less stones lost in the next *depth* - 1 moves.
function best(board, own, depth) {
  let found = { from: 0, direction: 0, value: -100 };
  for (let from = 0; from < board.length; ++from) {
    if (board[from] !== own) continue;
    for (let direction = 0; direction < 8; ++direction) {
      if (board[from + STEPS[direction]] !== ".") continue;
      const after = board.slice();
      let value = play(after, from, direction);
      if (depth > 1) value -= best(after, other(own), depth - 1).value;
      if (value > found.value) found = { from, direction, value };
    }
  }
  return found;
}

// "ROWS SIDE PLY": "..XXX....O../.../... O 0"
function choose(position) {
  const [rows, own] = position.split(" ");
  const framed = rows.split("/").map((row) => row.padEnd(WIDTH, "#"));
  const board = ["#".repeat(WIDTH + 1), ...framed, "#".repeat(WIDTH)].join("");
  const move = best([...board], own, 2);
  const row = Math.floor(move.from / WIDTH) - 1;
  return `${row} ${(move.from % WIDTH) - 1} ${move.direction}`;
}

const judge = require("readline").createInterface({ input: process.stdin });
judge.on("line", (line) => {
  if (line.startsWith("start ")) console.log("ready");
  if (line.startsWith("turn ")) console.log(choose(line.slice(5)));
  if (line.startsWith("end ")) process.exit(0);
});
