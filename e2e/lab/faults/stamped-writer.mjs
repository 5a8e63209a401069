// stamps.ts runs it on a client: `node stamped-writer.mjs DEVICE WRITER BLOCKS HOST PORT LANES`. Each lane writes its own stamped blocks one after another,
// each to stable storage (O_SYNC) before it acknowledges the block to the host over TCP: the acknowledgement outlives this machine.
import { once } from 'node:events';
import { constants, open } from 'node:fs/promises';
import { connect } from 'node:net';

const [device, writer, blocks, host, port, lanes] = process.argv.slice(2);
const socket = connect(Number(port), host);
await once(socket, 'connect');
let last = 0;

/** Writes the blocks whose number modulo the number of lanes is this lane's: no two lanes write the same block. */
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
