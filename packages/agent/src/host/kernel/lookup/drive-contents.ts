import { type FileHandle, open, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { HostError } from '../../host.js';
import { UNKNOWN_TAIL } from '../../interrupted-wipe.js';
import type { RunCommand } from '../run/command.js';
import { majorMinor, type Tree } from '../run/host-fs.js';

/** Read in addition to known signatures: a drive with unknown data is not blank either (S1). */
const EDGE_BYTES = 2 ** 20;

const WORDS: Record<string, string> = {
  LVM2_member: 'LVM physical volume',
  linux_raid_member: 'md array member',
  crypto_LUKS: 'LUKS encryption',
  swap: 'swap space',
  gpt: 'GPT partition table',
  dos: 'MBR partition table',
  PMBR: 'GPT partition table',
};

/** `wipefs -J --no-act`: no output for a blank device, else {"signatures": [...]} (wipefs(8)). */
const wipefsOutput = z.object({ signatures: z.array(z.object({ type: z.string(), label: z.string().nullish() })) });

export function parseSignatures(json: string): string[] {
  if (json.trim() === '') return [];
  const words = wipefsOutput.parse(JSON.parse(json)).signatures.map(({ type, label }) => {
    const word = WORDS[type] ?? `${type} filesystem`;
    return label ? `${word} "${label}"` : word;
  });
  return [...new Set(words)];
}

/** Known signatures on a device, as text. Only reads. */
export const signaturesOn = async (run: RunCommand, device: string): Promise<string[]> =>
  parseSignatures((await run(['wipefs', '--json', '--no-act', device], { seconds: 30 })).stdout);

/** Contents of a drive as text; empty for a blank drive. Only reads. */
export async function driveContents(tree: Tree, run: RunCommand, device: string): Promise<string[]> {
  const name = device.replace(/^\/dev\//, '');
  const signatures = await signaturesOn(run, device);
  const partitions = (await tree.list(`/sys/block/${name}`)).filter((entry) => entry.startsWith(`${name}p`));
  const found = partitions.length > 0 ? [`${partitions.length} partition${partitions.length === 1 ? '' : 's'}`] : [];
  if (signatures.length > 0 || found.length > 0) return [...signatures, ...found];
  return edges(tree.path(device));
}

async function edges(device: string): Promise<string[]> {
  const file = await open(device, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new HostError(
      `${device} cannot be read (${error.code}): see the kernel log for the drive`,
      ['read', device],
      null,
      error.message,
      { cause: error },
    );
  });
  try {
    // Compared as a whole: byte by byte the agent computes for 40 ms per blank drive.
    const [buffer, zeroes] = [Buffer.alloc(EDGE_BYTES), Buffer.alloc(EDGE_BYTES)];
    const size = await sizeOf(file);
    for (const [words, offset] of [
      ['unknown data in the first MiB', 0] as const,
      [UNKNOWN_TAIL, Math.max(0, size - EDGE_BYTES)] as const,
    ]) {
      const { bytesRead } = await file.read(buffer, 0, EDGE_BYTES, offset);
      if (!buffer.subarray(0, bytesRead).equals(zeroes.subarray(0, bytesRead))) return [words];
    }
    return [];
  } finally {
    await file.close();
  }
}

/** stat(2) gives no size for a block device; sysfs does, by device number. */
export async function sizeOf(file: FileHandle): Promise<number> {
  const found = await file.stat();
  if (!found.isBlockDevice()) return found.size;
  return Number(await readFile(`/sys/dev/block/${majorMinor(found.rdev)}/size`, 'utf8')) * 512;
}
