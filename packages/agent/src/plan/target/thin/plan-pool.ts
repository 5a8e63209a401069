import { dmUuid, POOL_DATA_LV, POOL_METADATA_LV, poolName, vgName } from '@weft/shared/identity';
import type { DriveAssignment } from '@weft/shared/messages/assignment';
import type { DriveStatus } from '@weft/shared/messages/report';
import type { PoolAssignment } from '@weft/shared/messages/thin';
import { isBroken, METADATA_BLOCK_BYTES, MOST_METADATA_BYTES } from '../../../host/dm-thin.js';
import type { LogicalVolume } from '../../../host/host.js';
import type { Operation, PoolTable } from '../../../host/operations.js';
import { type Decision, done, failed, must, type World, waiting, working } from '../../plan.js';
import { type FoundPool, findPool, recordFormatted, thinDevice } from './pool-records.js';

/*
 * The pool of a drive's thin legs (docs/decisions/thin-legs.md).
 *  - not there: both volumes, then zeroed metadata, then the tag that it is formatted. With that tag its metadata is never zeroed again.
 *  - it was there before, and is not: lost; nothing is made.
 *  - after a reboot: activated. Its drive is back as another device: its legs' devices go first (plan-thin.ts), then the pool starts on the drive's device of now.
 *  - smaller than assigned: its volumes are extended, then it is resized. That also ends a full pool's refusal.
 *  - read-only, failed, or needs a check: nothing is done; a person decides.
 *  - absent: removed once it has no record of a leg.
 */

/** For the drive's plan, when nothing else is to do for the drive. */
export function planPool({ driveId, pool: assigned }: DriveAssignment, world: World): Decision {
  if (!assigned) return done();
  const { fast, slow } = world;
  const found = findPool(driveId, fast, slow);
  if (!slow.volumeGroups.some(({ vg }) => vg === found.vg)) return done();
  if (assigned.desired === 'absent') return removal(driveId, found);
  if (found.blockBytes === undefined) return formatting(assigned, found);
  const { data, metadata } = found;
  if (!data || !metadata) return failed('pool-lost', { group: found.vg, isFormatted: true });
  if (!data.backed || !metadata.backed) return onOtherDevice(found, [data, metadata], world);
  const table = tableOf(driveId, data, metadata, found.blockBytes);
  if (!found.mapping) return working(must(...activation([data, metadata]), { op: 'create-pool', ...table }));
  if (found.mapping.suspended) return working(must({ op: 'resume-mapping', name: found.mapping.name }));
  if (found.status && isBroken(found.status)) return broken(found);
  const extension = extensions(assigned, data, metadata);
  const grown = found.status && isShort(found, table, metadata);
  if (extension.length === 0 && !grown) return done();
  return working(must(...extension, ...(extension.length > 0 ? [] : [{ op: 'resize-pool', ...table } as const])));
}

const broken = ({ vg, status }: FoundPool): Decision =>
  failed('pool-failed', { group: vg, mode: status?.mode ?? 'failed', needsCheck: status?.needsCheck === true });

function formatting({ create, dataBytes, metadataBytes, blockBytes }: PoolAssignment, { vg, metadata, data }: FoundPool): Decision {
  if (!create) return failed('pool-lost', { group: vg, isFormatted: false });
  return working(
    must(
      { op: 'create-logical-volume', vg, lv: POOL_DATA_LV, sizeBytes: dataBytes, tags: [] },
      { op: 'create-logical-volume', vg, lv: POOL_METADATA_LV, sizeBytes: metadataBytes, tags: [] },
      ...activation([data, metadata]),
      { op: 'zero-cache-metadata', vg, lv: POOL_METADATA_LV },
      recordFormatted(vg, blockBytes),
    ),
  );
}

const activation = (volumes: readonly (LogicalVolume | undefined)[]): Operation[] =>
  volumes.flatMap((volume): Operation[] =>
    volume && !volume.active ? [{ op: 'activate-logical-volume', vg: volume.vg, lv: volume.lv }] : [],
  );

const extensions = ({ dataBytes, metadataBytes }: PoolAssignment, data: LogicalVolume, metadata: LogicalVolume): Operation[] => [
  ...(metadata.sizeBytes < metadataBytes
    ? [{ op: 'extend-pool-volume', vg: metadata.vg, lv: metadata.lv, sizeBytes: metadataBytes } as const]
    : []),
  ...(data.sizeBytes < dataBytes ? [{ op: 'extend-pool-volume', vg: data.vg, lv: data.lv, sizeBytes: dataBytes } as const] : []),
];

/** The pool does not use all of its volumes yet. */
function isShort({ status, blockBytes = 1 }: FoundPool, { lengthBytes }: PoolTable, metadata: LogicalVolume): boolean {
  if (!status) return false;
  const metadataBytes = Math.min(metadata.sizeBytes, MOST_METADATA_BYTES);
  return status.dataTotal * blockBytes < lengthBytes || (status.metadataTotal + 1) * METADATA_BLOCK_BYTES <= metadataBytes;
}

function tableOf(driveId: string, data: LogicalVolume, metadata: LogicalVolume, blockBytes: number): PoolTable {
  const name = poolName(driveId);
  const lengthBytes = Math.floor(data.sizeBytes / blockBytes) * blockBytes;
  return { name, uuid: dmUuid(name), data: data.devicePath, metadata: metadata.devicePath, lengthBytes, blockBytes };
}

function onOtherDevice(found: FoundPool, volumes: LogicalVolume[], { fast }: World): Decision {
  if (found.records.some(({ legId }) => thinDevice(fast, legId))) return waiting('pool-missing', { group: found.vg });
  return working(
    must(
      ...(found.mapping ? [{ op: 'remove-mapping', name: found.mapping.name } as const] : []),
      ...volumes.map(({ vg, lv }): Operation => ({ op: 'reactivate-logical-volume', vg, lv })),
    ),
  );
}

function removal(driveId: string, found: FoundPool): Decision {
  const { data, metadata, mapping, records } = found;
  if (records.length > 0) return waiting('pool-holds-legs', { group: vgName(driveId), legs: records.length });
  // The data volume has the tags: it goes last.
  const volumes = [metadata, data].flatMap((volume): Operation[] =>
    volume ? [{ op: 'remove-logical-volume', vg: volume.vg, lv: volume.lv }] : [],
  );
  const steps = [...(mapping ? [{ op: 'remove-mapping', name: mapping.name } as const] : []), ...volumes];
  return steps.length > 0 ? working(must(...steps)) : done();
}

/** For the drive's report. */
export function observedPool({ driveId, pool }: DriveAssignment, { fast, slow }: World): DriveStatus['observed']['pool'] {
  const found = findPool(driveId, fast, slow);
  const { data, metadata, blockBytes = 0, status, records } = found;
  if (!pool && !data) return undefined;
  const { mode = null, needsCheck = false, dataUsed = 0, dataTotal = 0, metadataUsed = 0, metadataTotal = 0 } = status ?? {};
  return {
    present: data !== undefined && metadata !== undefined && blockBytes > 0,
    ...{ mode, needsCheck, blockBytes },
    dataBytes: dataTotal * blockBytes,
    dataUsedBytes: dataUsed * blockBytes,
    metadataBytes: metadataTotal * METADATA_BLOCK_BYTES,
    metadataUsedBytes: metadataUsed * METADATA_BLOCK_BYTES,
    legs: records.length,
  };
}
