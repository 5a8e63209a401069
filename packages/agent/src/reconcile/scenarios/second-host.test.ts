import { rm } from 'node:fs/promises';
import { hostNqn, subsystemNqn } from '@weft/shared/identity';
import type { AssignmentContent } from '@weft/shared/messages/assignment';
import { describe, expect, it } from 'vitest';
import { contentFor, exampleCluster, id, turns } from '../../testing/example-cluster.js';
import { UP } from '../../testing/example-world.js';

const OTHER = 8;

/** Target 1's content from a later database: the volume is attached to another client. */
function moved(): AssignmentContent {
  const content = contentFor(1, { ...UP, tenure: 6 });
  const attachmentId = id('attachment', 2);
  const exports = content.exports.map((each) => ({
    ...each,
    attachmentId,
    subsystemNqn: subsystemNqn(attachmentId, id('node', 1), 1),
    hostNqn: hostNqn(id('node', OTHER)),
    serviceId: 4600,
  }));
  return { ...content, exports };
}

const restored = () => contentFor(1, { ...UP, tenure: 5 });

describe('a target whose assignment names an earlier client again (restored database)', () => {
  const served = async () => {
    const { targets } = await exampleCluster();
    const target = targets[0] ?? expect.fail();
    await target.assign(moved());
    await turns([target]);
    const allowed = () =>
      target.host.target.subsystems.filter((each) => each.namespaces.some((space) => space.enabled)).flatMap((each) => each.allowedHosts);
    expect(allowed()).toEqual([hostNqn(id('node', OTHER))]);
    return { target, allowed };
  };

  it('keeps the later client and admits no second one (S3)', async () => {
    const { target, allowed } = await served();
    await target.assign(restored());
    await turns([target]);
    expect(allowed()).toEqual([hostNqn(id('node', OTHER))]);
    expect(target.state?.objects).toContainEqual(expect.objectContaining({ kind: 'export', state: 'failed' }));
    expect(target.state?.orphans).toContainEqual(expect.objectContaining({ kind: 'subsystem' }));
  });

  it('keeps the later client if the server sends no tenure (S3)', async () => {
    const { target, allowed } = await served();
    await target.assign(contentFor(1, { ...UP, tenure: 0 }));
    await turns([target]);
    expect(allowed()).toEqual([hostNqn(id('node', OTHER))]);
  });

  it('admits no client after its restart, while nothing is enabled (S3)', async () => {
    const { target, allowed } = await served();
    await target.assign(restored());
    target.host.target.subsystems = [];
    target.host.target.ports = [];
    await target.restart();
    await turns([target]);
    expect(allowed()).toEqual([]);
  });

  it('admits no earlier client after it lost its ledger and then its subsystems (S3, S14)', async () => {
    const { target, allowed } = await served();
    await rm(target.stateDir, { recursive: true });
    await target.restart();
    await target.assign(moved());
    await turns([target]);
    expect([target.allDone, allowed()]).toEqual([true, [hostNqn(id('node', OTHER))]]);

    await target.assign(restored());
    target.host.target.subsystems = [];
    target.host.target.ports = [];
    target.host.changed();
    await turns([target]);
    expect(allowed()).toEqual([]);
  });

  it('admits the client of an attachment made after the restore', async () => {
    const { target, allowed } = await served();
    const later = contentFor(1, { ...UP, tenure: 7 });
    await target.assign({
      ...later,
      exports: [...later.exports, ...moved().exports.map((each) => ({ ...each, desired: 'absent' as const }))],
    });
    await turns([target]);
    expect(allowed()).toEqual(later.exports.map((each) => each.hostNqn));
  });
});
