import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { makeAuthority, makeServerCertificate } from '../../../apps/server/src/core/tls/make-certificates.js';

/** Answers the two requests that the CSI driver sends to the API of Kubernetes, for one node. */
export class FakeKubernetes {
  /** Whether the node has the taint out-of-service. */
  taint = false;

  private constructor(
    private readonly server: Server,
    private readonly account: string,
  ) {}

  static async start(account: string, node: { name: string; nodeId: string }): Promise<FakeKubernetes> {
    await mkdir(account, { recursive: true });
    const authority = await makeAuthority();
    const { certificate, key } = await makeServerCertificate(authority, ['127.0.0.1'], new Date(Date.now() + 86_400_000));
    await writeFile(join(account, 'token'), 'pod-token');
    await writeFile(join(account, 'ca.crt'), authority.certificate);
    const server = createServer({ key, cert: certificate });
    const fake = new FakeKubernetes(server, account);
    server.on('request', (request, response) => {
      const allowed = request.headers.authorization === 'Bearer pod-token';
      const body = allowed ? fake.answer(request.url ?? '', node) : undefined;
      response.writeHead(body ? 200 : 403, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return fake;
  }

  private answer(url: string, { name, nodeId }: { name: string; nodeId: string }): object | undefined {
    if (url === '/apis/storage.k8s.io/v1/csinodes')
      return { items: [{ metadata: { name }, spec: { drivers: [{ name: 'csi.weft.org', nodeID: nodeId }] } }] };
    if (url !== `/api/v1/nodes/${name}`) return undefined;
    return { spec: { taints: this.taint ? [{ key: 'node.kubernetes.io/out-of-service', effect: 'NoExecute' }] : [] } };
  }

  /** Options with which a driver uses it. */
  get forDriver(): { env: Record<string, string>; words: string[] } {
    const { port } = this.server.address() as AddressInfo;
    return {
      env: { KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: String(port) },
      words: ['--service-account', this.account],
    };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
