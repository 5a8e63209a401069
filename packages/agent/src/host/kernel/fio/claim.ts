import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type BenchmarkVolume, HostError } from '../../host.js';
import { driveContents, signaturesOn } from '../lookup/drive-contents.js';
import { holders } from '../lookup/holders.js';
import type { HostContext } from '../lookup/host-context.js';
import { majorMinor } from '../run/host-fs.js';

/** Blocks that are read in addition to both ends of a volume, evenly spread. */
const SAMPLES = 64;
const SAMPLE_BYTES = 4096;

const refused = (code: 'benchmark-volume-open' | 'benchmark-volume-holds-data' | 'identity-changed', message: string): HostError =>
  new HostError(message, ['open'], null, '', { code });

/**
 * Opens a volume exclusively (O_EXCL on a block device: open(2)): from then on nobody can mount it, or build md or dm on it, and its device number stays.
 * Then compares it with the expected mapping, and looks for users and for data.
 * @param writtenBytes bytes written to a mapping, by dm-stats
 */
export async function claim(
  volume: BenchmarkVolume,
  context: HostContext,
  writtenBytes: (name: string) => Promise<number>,
): Promise<FileHandle> {
  const { name, label } = volume;
  const path = `/dev/mapper/${name}`;
  const file = await open(context.tree.path(path), constants.O_RDONLY | constants.O_EXCL).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EBUSY') throw await openElsewhere(volume, path, context);
    throw refused('identity-changed', `${label} is not attached here (${path}: ${error.code}); nothing was measured`);
  });
  try {
    const device = await sameDevice(volume, file, context);
    const users = (await holders(context.tree, `/dev/${device}`)).filter(({ pid }) => pid !== process.pid);
    if (users.length > 0) throw await openElsewhere(volume, path, context);
    if (!volume.mayHoldData) await mustBeEmpty(volume, device, file, context, writtenBytes);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** @returns its kernel name: dm-3. */
async function sameDevice({ label, uuid, sizeBytes }: BenchmarkVolume, file: FileHandle, { tree }: HostContext): Promise<string> {
  const block = `/sys/dev/block/${majorMinor((await file.stat()).rdev)}`;
  const [found, sectors] = [await tree.optional(`${block}/dm/uuid`), await tree.number(`${block}/size`)];
  const real = await tree.real(block);
  if (found !== uuid || sectors === undefined || real === undefined)
    throw refused(
      'identity-changed',
      `${label} is another device now (${found ?? 'no dm device'} instead of ${uuid}); nothing was measured`,
    );
  if (sectors * 512 !== sizeBytes)
    throw refused('identity-changed', `${label} has ${sectors * 512} bytes instead of ${sizeBytes}; nothing was measured`);
  return real.split('/').at(-1) ?? '';
}

async function openElsewhere({ label }: BenchmarkVolume, path: string, { tree }: HostContext): Promise<HostError> {
  const users = (await holders(tree, path)).filter(({ pid }) => pid !== process.pid);
  const named = users.map(({ command, pid, via, path: at }) => (via === 'mount' ? `the mount at ${at}` : `${command} (pid ${pid})`));
  const by = [...new Set(named)].slice(0, 5).join(', ') || 'another user of the device';
  return refused('benchmark-volume-open', `${label} is in use by ${by}; nothing was measured. End that first`);
}

async function mustBeEmpty(
  { name, label, sizeBytes, isFirst }: BenchmarkVolume,
  device: string,
  file: FileHandle,
  { tree, run }: HostContext,
  writtenBytes: (name: string) => Promise<number>,
): Promise<void> {
  const found = isFirst ? await driveContents(tree, run, `/dev/${device}`) : await signaturesOn(run, `/dev/${device}`);
  if (isFirst && found.length === 0 && (await writtenBytes(name)) > 0) found.push('bytes written since it was attached');
  if (isFirst && found.length === 0 && (await hasData(file, sizeBytes))) found.push('unknown data');
  if (found.length > 0)
    throw refused(
      'benchmark-volume-holds-data',
      `${label} holds data (${found.join(', ')}); nothing was measured. Confirm its name, if its data may be destroyed`,
    );
}

async function hasData(file: FileHandle, sizeBytes: number): Promise<boolean> {
  const [buffer, zeroes] = [Buffer.alloc(SAMPLE_BYTES), Buffer.alloc(SAMPLE_BYTES)];
  for (let sample = 1; sample <= SAMPLES; sample++) {
    const offset = Math.floor((sample * sizeBytes) / (SAMPLES + 1) / SAMPLE_BYTES) * SAMPLE_BYTES;
    const { bytesRead } = await file.read(buffer, 0, SAMPLE_BYTES, offset);
    if (!buffer.subarray(0, bytesRead).equals(zeroes.subarray(0, bytesRead))) return true;
  }
  return false;
}
