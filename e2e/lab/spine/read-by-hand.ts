import type { Volume } from '@weft/shared/kinds/volume';
import { mirrorSetOf } from '@weft/shared/mirror-sets';
import { expect } from 'vitest';
import { runDocumented } from '../fabric/documented.js';
import type { Fabric } from '../fabric/fabric.js';
import type { Machine } from '../machines/machine.js';

const READER_NQN = 'nqn.2014-08.org.nvmexpress:uuid:0dbd1e26-5c6c-4a52-8dfd-3f6f3c1fb4cb';

export interface ByHand {
  /** Of an encrypted volume; absent: as the legs have the bytes. */
  keyHex?: string;
  /** What a data service needs on each target, in place of the commands that find and activate plain legs. */
  prepare?(target: Machine): Promise<void>;
  /** Largest difference between the events of the legs. Default: 0. */
  eventsApart?: number;
}
type Hand = (machine: Machine, block: string, more?: Record<string, string>) => Promise<string>;

/** SHA-256 of a detached mirror's bytes, read on a machine without Weft with the commands of docs/recovering-by-hand.md. */
export async function readByHand(fabric: Fabric, volume: Volume, how: ByHand = {}): Promise<string> {
  const reader = await fabric.cluster.add({ name: 'r1', role: 'client' });
  try {
    return await readOn(reader, fabric, volume, how);
  } finally {
    await reader.kill();
  }
}

/** The same on a machine that stays. */
export async function readOn(
  reader: Machine,
  fabric: Fabric,
  volume: Volume,
  { keyHex, prepare, eventsApart = 0 }: ByHand,
): Promise<string> {
  const hand: Hand = (machine, block, more = {}) =>
    runDocumented(machine, 'recovering-by-hand.md', block, {
      VOLUME_ID: volume.id,
      READER_NQN,
      TRANSPORT: 'rdma',
      SERVICE: '4711',
      ...more,
    });
  const plain = async (target: Machine): Promise<void> => {
    expect(await hand(target, 'target-find')).toContain(volume.id);
    await hand(target, 'target-activate');
  };
  const targets = fabric.cluster.targets
    .filter((machine) => volume.legs.some((leg) => leg.node.name === machine.name))
    .map((machine) => ({ machine, ADDRESS: machine.spec.nics[0]?.address ?? '' }));
  for (const { machine, ADDRESS } of targets) {
    await (prepare ?? plain)(machine);
    await hand(machine, 'target-export', { ADDRESS });
    await hand(reader, 'reader-connect', { ADDRESS });
  }
  let device = await assembled(hand, reader, volume, eventsApart);
  if (keyHex) {
    await reader.run('umask 077; cat > /run/key', { input: keyHex });
    await hand(reader, 'reader-decrypt', { DEVICE: device, SIZE_BYTES: String(volume.sizeBytes), KEY_FILE: '/run/key' });
    device = '/dev/mapper/recovery-plain';
  }
  const checksum = await reader.run(`head -c ${volume.sizeBytes} ${device} | sha256sum`, { timeoutSeconds: 300 });
  await hand(reader, 'reader-clean');
  for (const { machine, ADDRESS } of targets) await hand(machine, 'target-clean', { ADDRESS });
  return checksum.split(' ')[0] ?? '';
}

/** Puts the mirror together. @returns its device */
async function assembled(hand: Hand, reader: Machine, volume: Volume, eventsApart: number): Promise<string> {
  const devices = new Map((await hand(reader, 'reader-legs')).split('\n').map((line) => line.split(' ') as [string, string]));
  const { protection, copies, stripeSizeBytes, sizeBytes } = volume;
  const isArrayPerSet = protection === 'raid10' && copies === 3;
  const sets = new Map<number, string[]>();
  for (const { id, index } of [...volume.legs].sort((a, b) => a.index - b.index)) {
    const set = isArrayPerSet ? mirrorSetOf(index, copies) : 0;
    sets.set(set, [...(sets.get(set) ?? []), devices.get(id) ?? `no device for leg ${id}`]);
  }
  for (const [set, legs] of sets) {
    const LEGS = legs.join(' ');
    const events = [...(await hand(reader, 'reader-examine', { LEGS })).matchAll(/Events : (\d+)/g)].map(([, count]) => Number(count));
    expect(events).toHaveLength(legs.length);
    expect(Math.max(...events) - Math.min(...events)).toBeLessThanOrEqual(eventsApart);
    await (isArrayPerSet ? hand(reader, 'reader-set', { LEGS, SET: String(set) }) : hand(reader, 'reader-mirror', { LEGS }));
  }
  if (!isArrayPerSet) return '/dev/md/recovery';
  const SETS = [...sets.keys()].map((set) => `/dev/md/recovery-${set}`).join(' ');
  await hand(reader, 'reader-sets', { SETS, STRIPE_KIB: String(stripeSizeBytes / 1024), SIZE_BYTES: String(sizeBytes) });
  return '/dev/mapper/recovery';
}
