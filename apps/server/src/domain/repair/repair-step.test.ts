import { FOREIGN_HOST_FENCED } from '@weft/shared/messages/report';
import { GiB } from '@weft/shared/units';
import { describe, expect, it } from 'vitest';
import type { CandidateDrive } from '../placement/candidates.js';
import { cordoned } from '../placement/placement.fixture.js';
import { fencedTargets } from '../reconcile/foreign-hosts.js';
import { attachment, leg, NOW, volume, word } from '../world/worlds.fixture.js';
import { repairStep } from './repair-step.js';
import { dueLegs } from './replacement-due.js';

const drive = (node: string, number = 1): CandidateDrive => ({
  driveId: `${node}-${number}`,
  serial: `S-${node}-${number}`,
  nodeId: node,
  nodeName: node,
  failureDomain: node,
  numaNode: 0,
  freeBytes: 100 * GiB,
  capacityBytes: 100 * GiB,
});
const fenced = (nodeId: string, attachmentId = 'a') =>
  word(nodeId, 'export', attachmentId, { present: false }, { reason: { code: FOREIGN_HOST_FENCED, message: '' } });

/** One step of a mirror whose leg on t2 was lost long ago, or left with an epoch. */
function step(drives: CandidateDrive[], reports: ReturnType<typeof fenced>[], vacant = false) {
  const since = new Date(NOW.getTime() - 3600_000);
  const lost = leg(1, 't2', { inSync: false, verdict: 'missing', unhealthySince: since });
  const half = leg(0, 't1', { verdict: 'healthy' });
  const of = volume({ health: 'degraded', ...(vacant ? { legs: [half], vacancies: [{ index: 1, since }] } : { legs: [half, lost] }) });
  const world = { volume: of, attachments: [attachment()], now: NOW, newId: () => 'new' };
  const { after, isReplacement } = repairStep(world, dueLegs(of, world.attachments, NOW), {
    doubtful: [],
    candidates: { className: 'fast', drives, leftOut: [cordoned('t9')] },
    fencedTargets: fencedTargets(reports, 'a'),
    load: { nodes: new Map(), drives: new Map() },
    line: [],
    exportsOf: () => [],
  });
  const said = after.volume?.conditions.find(({ type }) => type === 'RepairWaiting');
  return { placed: isReplacement ? after.volume?.legs.at(-1)?.nodeId : null, said };
}

describe('repairStep: a target that fences its export because of a foreign host', () => {
  it('places the replacement on another target than the fenced one', () => {
    expect(step([drive('t4'), drive('t3')], [fenced('t3'), word('t4', 'export', 'a')]).placed).toBe('t4');
    expect(step([drive('t4'), drive('t3')], [fenced('t4')]).placed).toBe('t3');
    expect(step([drive('t3')], []).placed).toBe('t3');
  });

  it('does not return a leg to its former target while that target is fenced', () => {
    expect(step([drive('t2')], [], true).placed).toBe('t2');
    expect(step([drive('t2')], [fenced('t2')], true).placed).toBeNull();
  });

  it('waits when there is no other target, with the reason and the way out (S10)', () => {
    const { placed, said } = step([drive('t3', 1), drive('t3', 2)], [fenced('t3')]);
    expect(placed).toBeNull();
    expect(said).toMatchObject({ status: 'true', reason: 'insufficient-drives', code: 'leg-needs-drive' });
    expect(said?.params?.['notCounted']).toMatchObject([
      cordoned('t9'),
      { code: 'drives-fenced', params: { count: 2, node: { id: 't3' } } },
    ]);
    expect(said?.message).toContain(
      'Not counted: 1 cordoned (S of t9); 2 of t3, which fences its export to the client because of a foreign host: disconnect that host, then detach the volume and attach it again',
    );
  });

  it('counts a fence from before a reboot of the target, but not one of another attachment', () => {
    const before = { ...fenced('t3'), bootId: 'boot-0' };
    expect(step([drive('t3')], [before]).placed).toBeNull();
    expect(step([drive('t3')], [fenced('t3', 'former')]).placed).toBe('t3');
  });
});
