// A bot for any game, over the line protocol: a random legal move. It asks for the legal moves with
// "ready legal", so it needs no rules. Read the position, and choose better.
const lines = require("readline").createInterface({ input: process.stdin });
let seed = 1; // the same games every time: that helps to find a mistake
let moves = [];

function choose(position, moves) {
  seed = (seed * 48271) % 2147483647;
  return moves[seed % moves.length];
}

lines.on("line", (line) => {
  if (line.startsWith("start ")) console.log("ready legal");
  if (line.startsWith("legal ")) moves.push(line.slice(6));
  if (line.startsWith("turn ")) {
    console.log(choose(line.slice(5), moves));
    moves = [];
  }
  if (line.startsWith("end")) process.exit(0);
});
