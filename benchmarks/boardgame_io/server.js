// boardgame.io's own server with the least game there is: two players in turn count up, for ever.
// Storage is the default, in memory. Usage: node server.js PORT
const { Server } = require('boardgame.io/server');

const game = {
  name: 'count',
  setup: () => ({ taken: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { take: ({ G }, n) => { G.taken += n; } },
};

Server({ games: [game], origins: [/.*/] }).run(Number(process.argv[2]));
