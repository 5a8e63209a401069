import { dmUuid, poolName, thinName, vgName, WIPED_TAG } from '@weft/shared/identity';
import type { LegAssignment } from '@weft/shared/messages/assignment';
import type { LegStatus } from '@weft/shared/messages/report';
import { isBroken, type ThinRecord } from '../../../host/dm-thin.js';
import type { FastState, LogicalVolume, SlowState } from '../../../host/host.js';
import type { Operation } from '../../../host/operations.js';
import { type Decision, done, failed, ledgerLost, must, type World, waiting, working } from '../../plan.js';
import { dropDevice, lengthened, pathsOf } from '../device/leg-device.js';
import {
  type FoundPool,
  findPool,
  isUsable,
  mustTellSize,
  recordGone,
  recordGrown,
  recordMaking,
  recordOf,
  recordState,
  thinDevice,
} from './pool-records.js';

/*
 * A thin leg: an id in its drive's pool, recorded there before it is made (docs/decisions/thin-legs.md).
 *  - no record, and it was ready before, or the ledger is lost: neither recorded nor made; it is lost, or a person decides.
 *  - `making`: the order `hold` waits here. With `take` it is made, empty or as a snapshot of its origin; that is stored before anything else, and reported.
 *  - `making`, and stored as made: only the record follows.
 *  - `made`, without device: activated, also after a reboot. A pool that does not know the id says so then: the leg is lost.
 *  - its pool failed, or lies on a device that its drive no longer has: the leg is not backed.
 *  - longer than its device: its device, the leg's device, then its exports learn it. The record that asks for the last step stays until all are done.
 *  - absent: waits while any namespace exports it. `leaving` comes before its devices go, and the record goes last.
 */
type ThinLegAssignment = LegAssignment & { thin: NonNullable<LegAssignment['thin']> };
export const isThin = (leg: LegAssignment): leg is ThinLegAssignment => leg.thin !== undefined;

const nameOf = ({ driveId, legId }: Pick<LegAssignment, 'driveId' | 'legId'>): string => `${vgName(driveId)}/thin-${legId}`;

/** The leg as exports see it, as an LV is for other legs: undefined until it is made and its device is there. */
export function thinVolume(leg: LegAssignment, fast: Pick<FastState, 'mappings'>, slow: SlowState): LogicalVolume | undefined {
  const pool = findPool(leg.driveId, fast, slow);
  const device = thinDevice(fast, leg.legId);
  if (!device || recordOf(pool, leg.legId)?.state !== 'made') return undefined;
  const name = thinName(leg.legId);
  return {
    ...{ vg: pool.vg, lv: name, sizeBytes: device.sizeBytes, tags: [WIPED_TAG], active: true, open: false },
    ...{ backed: isUsable(pool), devicePath: `/dev/mapper/${name}`, dmUuid: dmUuid(name) },
  };
}

export function thinDecision(leg: ThinLegAssignment, world: World): Decision {
  const pool = findPool(leg.driveId, world.fast, world.slow);
  return leg.desired === 'present' ? present(leg, pool, world) : absent(leg, pool, world);
}

const wasMade = ({ legId, readyBytes }: LegAssignment, { facts }: World): boolean =>
  facts.wipedLegs[legId] === true || (readyBytes ?? 0) > 0;

function present(leg: ThinLegAssignment, pool: FoundPool, world: World): Decision {
  const { facts } = world;
  const record = recordOf(pool, leg.legId);
  if (pool.blockBytes === undefined || !pool.data || !pool.metadata) {
    return wasMade(leg, world) ? lost(leg) : waiting('pool-missing', { group: pool.vg });
  }
  if (!record) {
    if (wasMade(leg, world)) return lost(leg);
    if (facts.lost) return ledgerLost({ lv: nameOf(leg) });
    if (leg.readyBytes === null) return waiting('order-unclear', { legId: leg.legId, withheld: 'make' });
  }
  if (!pool.data.backed || !pool.metadata.backed) return leaveDevice(leg, pool, world);
  if (pool.status && isBroken(pool.status)) return poolFailed(pool);
  if (!pool.mapping) return waiting('pool-missing', { group: pool.vg });
  if (!record) return working(must(recordMaking(pool, leg.legId, unrecordedBefore(leg, pool, world))));
  if (record.state === 'leaving') return lost(leg);
  return record.state === 'making' ? making(leg, record, pool, world) : made(leg, record, pool, world);
}

const lost = (leg: LegAssignment): Decision => failed('thin-lost', { lv: nameOf(leg) });

const poolFailed = ({ vg, status }: FoundPool): Decision =>
  failed('pool-failed', { group: vg, mode: status?.mode ?? 'failed', needsCheck: status?.needsCheck === true });

/** Legs of the pool that get their ids before this one: several may be recorded at one moment. */
function unrecordedBefore(leg: LegAssignment, pool: FoundPool, { content }: World): number {
  const others = content.legs.filter(
    (other) => isThin(other) && other.driveId === leg.driveId && other.desired === 'present' && !recordOf(pool, other.legId),
  );
  return Math.max(
    0,
    others.findIndex(({ legId }) => legId === leg.legId),
  );
}

function making(leg: ThinLegAssignment, record: ThinRecord, pool: FoundPool, world: World): Decision {
  const { legId, thin } = leg;
  if (wasMade(leg, world)) return working(must(recordState(pool, record, 'made')), { before: noteMade(leg, world) });
  if (thin.order === 'hold') return done();
  if (world.facts.lost) return ledgerLost({ lv: nameOf(leg) });
  const origin = thin.originLegId === null ? null : recordOf(pool, thin.originLegId);
  if (origin === undefined || (origin && origin.state !== 'made' && !(origin.state === 'making' && world.facts.wipedLegs[origin.legId])))
    return waiting('thin-origin-missing', { lv: nameOf(leg), origin: thin.originLegId ?? '' });
  const suspends = origin && (thinDevice(world.fast, origin.legId)?.name ?? null);
  return working(
    must({ op: 'create-thin', pool: poolName(leg.driveId), thinId: record.thinId, originId: origin?.thinId ?? null, suspends }),
    {
      after: [{ fact: 'leg-wiped', legId }],
    },
  );
}

const noteMade = ({ legId }: LegAssignment, { facts }: World): NonNullable<Decision['before']> =>
  facts.wipedLegs[legId] ? [] : [{ fact: 'leg-wiped', legId }];

function made(leg: ThinLegAssignment, { thinId }: ThinRecord, pool: FoundPool, world: World): Decision {
  const { fast } = world;
  const before = noteMade(leg, world);
  const device = thinDevice(fast, leg.legId);
  const name = thinName(leg.legId);
  const table = { name, uuid: dmUuid(name), pool: poolName(leg.driveId), thinId, lengthBytes: leg.sizeBytes };
  if (!device) return working(must({ op: 'create-thin-device', ...table }), { before });
  if (device.suspended) return working(must({ op: 'resume-mapping', name }), { before });
  const isGrown = device.sizeBytes < leg.sizeBytes;
  const volume = thinVolume(leg, fast, world.slow);
  if (!volume || !(isGrown || mustTellSize(pool, leg.legId))) return done(before);
  const grown = { ...volume, sizeBytes: Math.max(leg.sizeBytes, device.sizeBytes) };
  return working(
    must(
      ...(mustTellSize(pool, leg.legId) ? [] : [recordGrown(pool, leg.legId, true)]),
      ...(isGrown ? [{ op: 'resize-thin-device', ...table } as const] : []),
      ...lengthened(fast, leg.legId, grown, volume.devicePath),
      ...enabledOn(fast, leg.legId, volume.devicePath).map(({ nqn, nsid }) => ({ op: 'revalidate-namespace', nqn, nsid }) as const),
      recordGrown(pool, leg.legId, false),
    ),
    { before },
  );
}

/** The drive is back as another device: what lies on the device of before goes, then the pool starts again (plan-pool.ts). */
function leaveDevice(leg: LegAssignment, pool: FoundPool, { fast }: World): Decision {
  const device = thinDevice(fast, leg.legId);
  if (!device) return waiting('pool-missing', { group: pool.vg });
  const disable = enabledOn(fast, leg.legId, `/dev/mapper/${device.name}`).map(
    ({ nqn, nsid }): Operation => ({ op: 'disable-namespace', nqn, nsid }),
  );
  return working(must(...disable, ...dropDevice(fast, leg.legId), { op: 'remove-mapping', name: device.name }));
}

const enabledOn = ({ subsystems }: FastState, legId: string, devicePath: string): { nqn: string; nsid: number }[] =>
  subsystems.flatMap(({ nqn, namespaces }) =>
    namespaces
      .filter((space) => space.enabled && pathsOf(legId, { devicePath }).includes(space.devicePath))
      .map(({ nsid }) => ({ nqn, nsid })),
  );

function absent(leg: LegAssignment, pool: FoundPool, world: World): Decision {
  const { fast, facts } = world;
  const { legId } = leg;
  const name = thinName(legId);
  const exporter = fast.subsystems.find(({ namespaces }) =>
    namespaces.some((space) => space.uuid === legId || pathsOf(legId, { devicePath: `/dev/mapper/${name}` }).includes(space.devicePath)),
  );
  if (exporter) return waiting('leg-exported', { lv: nameOf(leg), subsystem: exporter.nqn });
  const device = thinDevice(fast, legId);
  const devices = [...dropDevice(fast, legId), ...(device ? [{ op: 'remove-mapping', name } as const] : [])];
  const record = recordOf(pool, legId);
  if (!record) {
    if (devices.length > 0) return working(must(...devices));
    return done(facts.wipedLegs[legId] ? [{ fact: 'leg-removed', legId }] : []);
  }
  // A pool that failed takes no message: its ids are never used again, so the record alone goes.
  const isOut = pool.status !== undefined && isBroken(pool.status);
  if (!pool.mapping && !isOut) return waiting('pool-missing', { group: pool.vg });
  return working(
    must(
      ...(record.state === 'leaving' ? [] : [recordState(pool, record, 'leaving')]),
      ...devices,
      ...(isOut ? [] : [{ op: 'delete-thin', pool: poolName(leg.driveId), thinId: record.thinId } as const]),
      recordGone(pool, record),
    ),
  );
}

/** For the leg's report. A leg that is made is present and needs no wipe: its pool zeroes each block before it is mapped. */
export function observedThin(leg: LegAssignment, world: World): LegStatus['observed'] {
  const { fast, slow } = world;
  const pool = findPool(leg.driveId, fast, slow);
  const record = recordOf(pool, leg.legId);
  const isMade = record !== undefined && record.state !== 'leaving' && (record.state === 'made' || wasMade(leg, world));
  const device = thinDevice(fast, leg.legId);
  const mapped = slow.thins.find(({ name }) => name === thinName(leg.legId))?.mappedBytes;
  const isOnDrive = [pool.data, pool.metadata].every((volume) => volume?.backed === true);
  return {
    ...{ present: isMade, wiped: isMade, open: false },
    sizeBytes: device?.sizeBytes ?? (isMade ? leg.sizeBytes : 0),
    // A pool that does not run yet is no loss.
    backed: record ? isOnDrive && !(pool.status && isBroken(pool.status)) : !wasMade(leg, world),
    thin: { state: isMade ? 'made' : record?.state === 'making' ? 'prepared' : 'none', mappedBytes: mapped ?? null },
  };
}
