import type { AttachmentStatus } from '@weft/shared/messages/report';
import { describe, expect, it } from 'vitest';
import type { EncryptionSurroundings } from '../storage-encryption/gap.js';
import { VolumeWorld } from '../world/volume-world.js';
import { attachment, NOW, node, report, volume } from '../world/worlds.fixture.js';
import { withUnencrypted } from './unencrypted.js';

const can = { target: true, client: true, daemon: 'ready' } as const;
const able = (name: string, tls: object | undefined = can) => {
  const made = node(name);
  return { ...made, status: { ...made.status, inventory: { capabilities: { ...(tls && { tls: tls as typeof can }) } } } };
};
const path = (at: number, tls?: boolean): AttachmentStatus['observed']['paths'][number] => ({
  ...{ legId: `leg-${at}`, storageNetwork: 'a', address: `10.0.0.${at + 1}`, controllerState: 'live' },
  ...(tls !== undefined && { tls }),
});
/** The export of t1 has TLS if `encrypted`; that of t2 always. */
function conditionOf(
  around: Partial<EncryptionSurroundings>,
  {
    encrypted = false,
    paths = [path(0, encrypted), path(1, true)],
    nodes = [able('t1'), able('t2'), able('c1')],
    transport = 'tcp' as 'tcp' | 'rdma',
  } = {},
) {
  const one = attachment({ spec: { transport } });
  const exports = one.exports.map((each) =>
    each.nodeId === 't2' || encrypted ? { ...each, spec: { ...each.spec, tlsKeyId: each.nodeId } } : each,
  );
  const world = new VolumeWorld(
    ...([volume(), [], new Map(nodes.map((each) => [each._id, each])), [report('c1', 'attachment', 'a', { paths })], NOW] as const),
    undefined,
    { setting: 'preferred', hasSecretsKey: true, olderServer: false, ...around },
  );
  return withUnencrypted(world, { ...one, exports }, []).find(({ type }) => type === 'Unencrypted');
}

describe('Unencrypted', () => {
  it('names the targets without TLS, and why a new attachment would have none', () => {
    const of = (...given: Parameters<typeof conditionOf>) => conditionOf(...given)?.message;
    expect(of({})).toBe('paths between c1 and t1 are not encrypted: they were connected before');
    expect(of({ setting: 'required' })).toContain('although the cluster requires it');
    expect(of({ hasSecretsKey: false })).toContain('secretsKeyFile');
    expect(of({ olderServer: true })).toContain('an earlier server');
    expect(of({}, { nodes: [able('t1', { ...can, target: false }), able('t2'), able('c1')] })).toContain('the agent of t1 cannot');
    expect(of({}, { nodes: [able('t1'), able('t2'), able('c1', { ...can, daemon: 'stopped' })] })).toContain('tlshd is not ready on c1');
    expect(of({ setting: 'required' }, { transport: 'rdma' })).toContain('RDMA has no TLS');
  });

  it('is absent where nobody asked for TLS, and where all paths have it', () => {
    expect(conditionOf({ setting: 'off' })).toBeUndefined();
    expect(conditionOf({}, { transport: 'rdma' })).toBeUndefined();
    expect(conditionOf({}, { encrypted: true })).toBeUndefined();
  });

  it('names a live path that should have TLS and has none, whatever the setting', () => {
    const paths = [path(0), path(1, true)];
    for (const setting of ['off', 'preferred', 'required'] as const)
      expect(conditionOf({ setting }, { encrypted: true, paths })).toMatchObject({
        status: 'true',
        message: expect.stringContaining('t1'),
      });
    const lost = [{ ...path(0, false), controllerState: 'connecting' }, path(1, true)];
    expect(conditionOf({}, { encrypted: true, paths: lost })).toBeUndefined();
  });
});
