import { readFileSync } from 'node:fs';
import { type RequestOptions, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { DRIVER } from '../names.js';
import { RpcError } from '../rpc/rpc-error.js';

const TAINT = 'node.kubernetes.io/out-of-service';
/** Where a pod has its account. */
export const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';
const TIMEOUT_MS = 10_000;

/** Whether people have put a node out of service. */
export interface OutOfService {
  /** @param nodeId id of the node in Weft. @throws RpcError UNAVAILABLE when that is not known: unknown is not "yes" */
  has(nodeId: string): Promise<boolean>;
}

/** Outside of Kubernetes nobody states it to this driver: people move volumes in Weft. */
export const neverOutOfService: OutOfService = { has: async () => false };

/** Reads a path of the API of Kubernetes. */
export type KubernetesGet = (path: string) => Promise<unknown>;

interface CsiNodes {
  items?: { metadata?: { name?: string }; spec?: { drivers?: { name?: string; nodeID?: string }[] | null } }[];
}
interface KubernetesNode {
  spec?: { taints?: { key?: string }[] | null };
}

/** Taints of the nodes of Kubernetes. CSINode tells which of them a node of Weft is: the kubelet wrote there what NodeGetInfo answered. */
export function outOfServiceByTaint(get: KubernetesGet): OutOfService {
  return {
    has: async (nodeId) => {
      const { items = [] } = (await get('/apis/storage.k8s.io/v1/csinodes')) as CsiNodes;
      const found = items.find(({ spec }) => spec?.drivers?.some((driver) => driver.name === DRIVER && driver.nodeID === nodeId));
      const name = found?.metadata?.name;
      if (!name) return false;
      const node = (await get(`/api/v1/nodes/${encodeURIComponent(name)}`)) as KubernetesNode;
      return (node.spec?.taints ?? []).some(({ key }) => key === TAINT);
    },
  };
}

/** The API as a pod reaches it. @returns undefined outside of a pod */
export function inClusterGet(env: Readonly<Record<string, string | undefined>>, account = SERVICE_ACCOUNT): KubernetesGet | undefined {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = env;
  if (!host) return undefined;
  return async (path) => {
    // The kubelet renews the token.
    const [token, ca] = [readFileSync(`${account}/token`, 'utf8'), readFileSync(`${account}/ca.crt`, 'utf8')];
    return getJson({
      host,
      port,
      path,
      ca,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      timeout: TIMEOUT_MS,
    });
  };
}

function getJson(options: RequestOptions): Promise<unknown> {
  const unknown = (why: string): RpcError =>
    new RpcError('UNAVAILABLE', `Kubernetes does not tell whether the node is out of service (${options.path}): ${why}`);
  return new Promise((resolve, reject) => {
    const sent = request(options, (answer) => {
      text(answer).then((body) => {
        if (answer.statusCode !== 200) reject(unknown(`status ${answer.statusCode}`));
        else resolve(JSON.parse(body));
      }, reject);
    });
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
    sent.on('error', (error) => reject(unknown(error.message)));
    sent.end();
  });
}
