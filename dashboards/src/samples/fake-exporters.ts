import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exposition } from './exposition.js';

export interface FakeExporters {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * One process that answers as a server's service discovery, a server and an agent. The first two require the token, the agent its own token:
 * agents do not know the servers' token.
 */
export async function startFakeExporters({
  cluster,
  token,
  agentToken,
}: {
  cluster: string;
  token: string;
  agentToken: string;
}): Promise<FakeExporters> {
  let tick = 0;
  const http = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    const allowed = answer && request.headers.authorization === answer.authorization;
    const headers = { 'content-type': request.url === discovery ? 'application/json' : 'text/plain' };
    response.writeHead(allowed ? 200 : 403, headers).end(allowed ? answer.body() : '');
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  const labels = { weft_cluster: cluster, simulated: 'true' };
  const targets = [
    { targets: [address], labels: { ...labels, job: 'weft-server' } },
    { targets: [address], labels: { ...labels, job: 'weft-agent', node: 'n1', rack: 'r1', zone: 'z1', __metrics_path__: '/metrics/n1' } },
  ];
  const discovery = '/api/v1/prometheus/targets';
  const authorization = `Bearer ${token}`;
  const answers: Record<string, { authorization: string; body: () => string }> = {
    [discovery]: { authorization, body: () => JSON.stringify(targets) },
    '/metrics': { authorization, body: () => exposition(tick, 'server') },
    '/metrics/n1': { authorization: `Bearer ${agentToken}`, body: () => exposition(++tick, 'agent') },
  };
  return {
    url: `http://${address}`,
    async close() {
      const closed = once(http, 'close');
      http.close();
      http.closeAllConnections();
      await closed;
    },
  };
}
