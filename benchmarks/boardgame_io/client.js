// Play moves from many sockets at once, each in matches of its own; a move follows when the one before has
// come back. Usage: node client.js PORT CLIENTS SECONDS MOVES_A_MATCH. Prints one line of JSON.
const { io } = require('socket.io-client');

const [port, clients, seconds, most] = process.argv.slice(2).map(Number);
const took = [];
let counting = false;
let names = 0;

function play() {
  const socket = io(`http://127.0.0.1:${port}/count`, { transports: ['websocket'], forceNew: true });
  let match = '', moved = 0, sent = 0n;

  function join() {
    match = `match-${process.pid}-${names += 1}`;
    moved = 0;
    socket.emit('sync', match, '0', undefined, 2);
  }

  function move(state) {
    const player = state.ctx.currentPlayer;
    const action = { type: 'MAKE_MOVE', payload: { type: 'take', args: [1], playerID: player } };
    sent = process.hrtime.bigint();
    socket.emit('update', action, state._stateID, match, player);
  }

  socket.on('connect', join);
  socket.on('sync', (name, info) => move(info.state));
  socket.on('update', (name, state) => {
    if (name !== match) return;
    if (counting) took.push(Number(process.hrtime.bigint() - sent) / 1e6);
    moved += 1;
    if (moved < most) move(state);
    else join();
  });
}

for (let n = 0; n < clients; n += 1) play();
setTimeout(() => { counting = true; }, 2000); // after the code is warm
setTimeout(() => {
  took.sort((a, b) => a - b);
  const at = (share) => Math.round(took[Math.floor(took.length * share)] * 1000) / 1000;
  console.log(JSON.stringify({ moves: took.length, per_second: Math.round(took.length / seconds), p50_ms: at(0.5), p99_ms: at(0.99) }));
  process.exit(0);
}, 2000 + seconds * 1000);
