// A whole bot for all three games, for Node. Let it play:
//
//     kahuna match "exec:node examples/first_bot.js" random --pairs 20
//
// It thinks exactly as first_bot.py does: win islands, break the enemy's control, else build on.
"use strict";
const readline = require("node:readline");

// How many of an island's links are needed to control it (docs/rules.md), where it is not the usual
// number.
const NEEDED = { ALOA: 2, ELAI: 4, LALE: 2, a1: 3, a3: 3, c1: 3, c5: 3, e1: 3, e3: 3 };
const needed = (island) => NEEDED[island] ?? (island.length === 4 ? 3 : 4);

// The islands named in an action or a link: "HUNA>ELAI", "3:a1-a2", ...
const islands = (text) => text.match(/[A-Z]{4}|[a-e][1-5]/g) ?? [];

// How many bridges lie there, mine and the enemy's. In Special a bridge has a colour and a kind.
function bridges(view, island) {
  const here = Object.entries(view.bridges).filter(([link]) => islands(link).includes(island));
  const mine = here.filter(([, bridge]) => (bridge.colour ?? bridge) === view.seat).length;
  return { mine, theirs: here.length - mine };
}

// What one more bridge of mine, with these points in Special, is worth to me at this island.
function gain(view, island, points) {
  const { mine, theirs } = bridges(view, island);
  if (view.control[island] === view.seat) return 0;
  let wins = mine + 1 >= needed(island);
  if (view.values && mine + 1 === 3) { // in Special three of six links are enough, with more points
    const enemy = view.seat === "white" ? "black" : "white";
    wins ||= view.values[island][view.seat] + points > view.values[island][enemy];
  }
  if (wins) return 20 + 4 * theirs; // the enemy's bridges there come off
  return view.control[island] ? 0 : 1 + mine;
}

// How much I like this action. docs/notation.md describes how actions are written.
function score(view, action) {
  const ends = islands(action).slice(-2);
  if (action[0] === "+") { // take a card, best for an island where I have begun
    const card = action.length > 1 ? view.row[Number(action[1]) - 1] : null;
    return card ? 1 + gain(view, card, 1) / 100 : 1;
  }
  if (action === "-") return 0;
  if (action.includes(" x")) { // two cards for one enemy bridge: when that breaks their control
    return 8 * ends.filter((i) => view.control[i] && bridges(view, i).theirs === needed(i)).length;
  }
  if (action[0] === "~" || islands(action).length === 4) return -1; // discards, joker moves: if nothing else
  const points = Number(action.split(":")[0]) || 1; // the rest places a bridge
  return ends.reduce((sum, island) => sum + gain(view, island, points), 0) + points / 10;
}

function choose(view) {
  const scores = view.legal.map((action) => score(view, action));
  return view.legal[scores.indexOf(Math.max(...scores))];
}

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n"); // one line of JSON

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") say({ type: "ready", name: "first bot (JavaScript)" });
  if (message.type === "choose") say({ type: "action", action: choose(message.view) });
  if (message.type === "quit") process.exit(0);
});
