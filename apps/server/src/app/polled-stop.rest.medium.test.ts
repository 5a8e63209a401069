import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { startBeside } from '../../test-support/two-servers.js';

let keeper: TestServer;
beforeAll(async () => {
  keeper = await startTestServer({ mongoUri: testDatabase().uri });
});
afterAll(() => keeper?.stop());

/** Requests one after the other over one connection, until `ended` or an error. */
function poll(url: string, agent: Agent, isEnded: () => boolean): void {
  if (isEnded()) return;
  get(url, { agent, headers: { connection: 'keep-alive' } }, (answer) => {
    answer.resume();
    answer.once('end', () => poll(url, agent, isEnded));
  }).once('error', () => undefined);
}

function raw(url: string, text: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname, () => socket.write(text));
  socket.once('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

it('stops in seconds while clients poll over open connections, send half a request, or read no answer', async () => {
  const server = await startBeside(keeper);
  let ended = false;
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  onTestFinished(() => {
    ended = true;
    agent.destroy();
  });
  for (let at = 0; at < 16; at++) poll(`${server.url}/healthz`, agent, () => ended);
  raw(server.url, 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Half:');
  const unread = raw(server.url, 'GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20));
  unread.pause();
  await expect.poll(async () => (await server.adminClient.call(endpoints.getSettings)).version).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const startedMs = performance.now();
  await server.stop();
  expect(performance.now() - startedMs).toBeLessThan(15_000);
});
