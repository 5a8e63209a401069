import type { Volume } from '@weft/shared/kinds/volume';
import { expect } from 'vitest';
import { runDocumented } from '../fabric/documented.js';
import type { Fabric } from '../fabric/fabric.js';
import type { Machine } from '../machines/machine.js';

const READER_NQN = 'nqn.2014-08.org.nvmexpress:uuid:0dbd1e26-5c6c-4a52-8dfd-3f6f3c1fb4cb';

/**
 * SHA-256 of a detached mirror's bytes, read on a machine without Weft with the commands of docs/recovering-by-hand.md.
 * @param keyHex of an encrypted volume; undefined: as the legs have the bytes
 */
export async function readByHand(fabric: Fabric, volume: Volume, keyHex?: string): Promise<string> {
  const reader = await fabric.cluster.add({ name: 'r1', role: 'client' });
  const hand = (machine: Machine, block: string, more: Record<string, string> = {}) =>
    runDocumented(machine, 'recovering-by-hand.md', block, {
      VOLUME_ID: volume.id,
      READER_NQN,
      TRANSPORT: 'rdma',
      SERVICE: '4711',
      ...more,
    });
  const targets = fabric.cluster.targets
    .filter((machine) => volume.legs.some((leg) => leg.node.name === machine.name))
    .map((machine) => ({ machine, ADDRESS: machine.spec.nics[0]?.address ?? '' }));
  for (const { machine, ADDRESS } of targets) {
    expect(await hand(machine, 'target-find')).toContain(volume.id);
    await hand(machine, 'target-activate');
    await hand(machine, 'target-export', { ADDRESS });
    await hand(reader, 'reader-connect', { ADDRESS });
  }
  const devices = new Map((await hand(reader, 'reader-legs')).split('\n').map((line) => line.split(' ') as [string, string]));
  const LEGS = volume.legs.map((leg) => devices.get(leg.id) ?? `no device for leg ${leg.id}`).join(' ');
  const events = [...(await hand(reader, 'reader-examine', { LEGS })).matchAll(/Events : (\d+)/g)].map(([, count]) => count);
  expect(new Set(events).size).toBe(1);
  await hand(reader, 'reader-mirror', { LEGS });
  if (keyHex) {
    await reader.run('umask 077; cat > /run/key', { input: keyHex });
    await hand(reader, 'reader-decrypt', { DEVICE: '/dev/md/recovery', SIZE_BYTES: String(volume.sizeBytes), KEY_FILE: '/run/key' });
  }
  const device = keyHex ? '/dev/mapper/recovery-plain' : '/dev/md/recovery';
  const checksum = await reader.run(`head -c ${volume.sizeBytes} ${device} | sha256sum`, { timeoutSeconds: 300 });
  await hand(reader, 'reader-clean');
  for (const { machine, ADDRESS } of targets) await hand(machine, 'target-clean', { ADDRESS });
  await reader.kill();
  return checksum.split(' ')[0] ?? '';
}
