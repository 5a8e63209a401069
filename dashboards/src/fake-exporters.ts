import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exposition } from './exposition.js';

export interface FakeExporters {
  readonly url: string;
  close(): Promise<void>;
}

/** One process that answers as a server's service discovery, a server and an agent do, to who has the token. */
export async function startFakeExporters({ cluster, token }: { cluster: string; token: string }): Promise<FakeExporters> {
  let tick = 0;
  const http = createServer((request, response) => {
    const body = request.headers.authorization === `Bearer ${token}` ? answers[request.url ?? '']?.() : undefined;
    response
      .writeHead(body === undefined ? 403 : 200, { 'content-type': request.url === discovery ? 'application/json' : 'text/plain' })
      .end(body);
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
  const answers: Record<string, () => string> = {
    [discovery]: () => JSON.stringify(targets),
    '/metrics': () => exposition(tick, 'server'),
    '/metrics/n1': () => exposition(++tick, 'agent'),
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
