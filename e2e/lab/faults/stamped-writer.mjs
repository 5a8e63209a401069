// Run on a client by stamps.ts: `node stamped-writer.mjs DEVICE WRITER BLOCKS HOST PORT`. Writes stamped blocks one after another, each on
// stable storage (O_SYNC) before it is acknowledged, over TCP, to the host: what is acknowledged there outlives this machine.
import { once } from 'node:events';
import { constants, open } from 'node:fs/promises';
import { connect } from 'node:net';

const [device, writer, blocks, host, port] = process.argv.slice(2);
const socket = connect(Number(port), host);
await once(socket, 'connect');
const block = Buffer.alloc(4096);
try {
  const file = await open(device, constants.O_WRONLY | constants.O_SYNC);
  for (let sequence = 1; ; sequence++) {
    const at = Math.floor(Math.random() * Number(blocks));
    block.fill(0);
    block.write(`weft ${writer} ${sequence} ${at}\n`);
    await file.write(block, 0, block.length, at * block.length);
    socket.write(`${sequence} ${at}\n`);
  }
} catch (error) {
  socket.end(`error ${error.message}\n`);
}
