import { describe, expect, it } from 'vitest';
import { inClusterGet, outOfServiceByTaint } from './out-of-service.js';

const csiNodes = { items: [{ metadata: { name: 'worker-1' }, spec: { drivers: [{ name: 'csi.weft.org', nodeID: 'n1' }] } }, { spec: {} }] };
const answers = (node: object) =>
  outOfServiceByTaint(async (path) => {
    if (path === '/apis/storage.k8s.io/v1/csinodes') return csiNodes;
    if (path === '/api/v1/nodes/worker-1') return node;
    throw new Error(path);
  });

describe('outOfServiceByTaint', () => {
  it('is true with the taint alone', async () => {
    const taint = (key: string) => ({ spec: { taints: [{ key, effect: 'NoExecute' }] } });
    expect(await answers(taint('node.kubernetes.io/out-of-service')).has('n1')).toBe(true);
    expect(await answers(taint('node.kubernetes.io/unreachable')).has('n1')).toBe(false);
    expect(await answers({ spec: {} }).has('n1')).toBe(false);
  });

  it('is false for a node that Kubernetes does not know', async () => {
    expect(await answers({}).has('n2')).toBe(false);
  });

  it('never takes a failure for a yes', async () => {
    const broken = outOfServiceByTaint(async () => {
      throw new Error('no answer');
    });
    await expect(broken.has('n1')).rejects.toThrow('no answer');
  });
});

describe('inClusterGet', () => {
  it('is absent outside of a pod', () => expect(inClusterGet({})).toBeUndefined());
});
