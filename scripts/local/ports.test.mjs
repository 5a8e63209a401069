import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { listeningSockets, portFromText, portOwner, portProblem } from './ports.mjs';

describe('portFromText', () => {
  it('accepts an unprivileged port', () => {
    expect(portFromText('--port', '4100')).toBe(4100);
  });

  it.each(['4190', '6000', '6667', '10080'])('refuses %s, which fetch and browsers refuse', (port) => {
    expect(() => portFromText('--port', port)).toThrow(new RegExp(`--port ${port}.*browsers.*refuse`));
  });

  it.each(['0', '80', '65536', 'x', '-1', ''])('refuses "%s" and states the valid range', (port) => {
    expect(() => portFromText('--port', port)).toThrow('--port needs a whole number from 1024 to 65535');
  });
});

describe('the owner of a port', () => {
  const proc = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1004 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1 0000000000000000 100 0 0 10 0
   1: 0100007F:1004 0100007F:C350 01 00000000:00000000 00:00000000 00000000     0        0 4712 1 0000000000000000 20 4 30 10 -1
   2: 00000000:1005 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4713 1 0000000000000000 100 0 0 10 0
`;

  it('is the process with a listening socket, not with a connected one', () => {
    expect([...listeningSockets(proc, 0x1004)]).toEqual(['4711']);
  });

  it('is named with pid and command when a port is refused', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address();
    try {
      expect(portOwner(port)).toMatchObject({ pid: process.pid, command: expect.stringContaining('node') });
      const problem = await portProblem(port, 'npm run lab -- --port N');
      expect(problem).toContain(`Port ${port} is in use by process ${process.pid} (`);
      expect(problem).toContain('npm run lab -- --port N');
    } finally {
      other.close();
    }
  });

  it('is undefined when the port is free', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address();
    other.close();
    await once(other, 'close');
    expect(await portProblem(port, '')).toBeUndefined();
    expect(portOwner(port)).toBeUndefined();
  });
});
