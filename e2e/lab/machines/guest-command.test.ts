import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ChannelLost, CommandTimeout } from './channel.js';
import { runOrEnd } from './guest-command.js';

const sockets: Socket[] = [];
let close = () => {};
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  close();
});

/** A guest whose channel treats each connection as `answer` says. */
async function guest(answer: (socket: Socket) => void): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket);
    answer(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => server.close();
  return (server.address() as AddressInfo).port;
}

const request = (port: number) => ({
  port,
  script: 'sleep 60',
  input: Buffer.alloc(0),
  timeoutSeconds: 0.2,
  signal: new AbortController().signal,
});
const failureOf = (port: number) =>
  runOrEnd(request(port), 't1: sleep 60', 0.3).then(
    () => undefined,
    (error: Error) => error,
  );

describe('a guest command', () => {
  it('names machine, command and time-out when ending it times out too', async () => {
    const error = await failureOf(await guest((socket) => socket.write('weft-channel 42\n')));
    expect(error).toBeInstanceOf(CommandTimeout);
    expect(error?.message).toBe(
      't1: sleep 60: no end after 0.2 s; it may still run: killing its process group 42 failed too (no end after 0.3 s)',
    );
  });

  it('names them alone when it was ended', async () => {
    let connections = 0;
    const port = await guest((socket) => {
      if (++connections === 1) socket.write('weft-channel 42\n');
      else socket.end('weft-channel 43\nexit 0 0 0\n');
    });
    expect((await failureOf(port))?.message).toBe('t1: sleep 60: no end after 0.2 s');
  });

  it('says when the guest never started it', async () => {
    expect((await failureOf(await guest(() => {})))?.message).toBe('t1: sleep 60: no end after 0.2 s, and the guest never started it');
  });

  it('names them when the guest goes away', async () => {
    const error = await failureOf(await guest((socket) => socket.end()));
    expect(error).toBeInstanceOf(ChannelLost);
    expect(error?.message).toMatch(/^t1: sleep 60: the guest ended the connection/);
  });
});
