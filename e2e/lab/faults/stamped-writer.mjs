// Run on a client by stamps.ts: `node stamped-writer.mjs DEVICE WRITER BLOCKS HOST PORT LANES`. Each lane writes stamped blocks of its own one after another,
// each on stable storage (O_SYNC) before it is acknowledged, over TCP, to the host: what is acknowledged there outlives this machine.
import { once } from 'node:events';
import { constants, open } from 'node:fs/promises';
import { connect } from 'node:net';

const [device, writer, blocks, host, port, lanes] = process.argv.slice(2);
const socket = connect(Number(port), host);
await once(socket, 'connect');
let last = 0;

/** Blocks whose number, divided by the number of lanes, leaves this one's: no two lanes write the same. */
async function write(file, lane) {
  const block = Buffer.alloc(4096);
  const count = Math.floor(Number(blocks) / Number(lanes));
  while (true) {
    const sequence = ++last;
    const at = Math.floor(Math.random() * count) * Number(lanes) + lane;
    block.fill(0);
    block.write(`weft ${writer} ${sequence} ${at}\n`);
    await file.write(block, 0, block.length, at * block.length);
    socket.write(`${sequence} ${at}\n`);
  }
}

try {
  const file = await open(device, constants.O_WRONLY | constants.O_SYNC);
  await Promise.all(Array.from({ length: Number(lanes) }, (_, lane) => write(file, lane)));
} catch (error) {
  socket.end(`error ${error.message}\n`);
}
