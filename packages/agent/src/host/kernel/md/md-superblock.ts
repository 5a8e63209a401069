import { HostError, type MdSuperblock } from '../../host.js';
import type { RunCommand } from '../run/command.js';
import { canonicalUuid } from './observe-md.js';

/** mdadm exits with 1 when it finds no superblock, and also when it cannot read the device: its message tells which. */
const NO_SUPERBLOCK = /No md superblock detected|does not appear to be an md device/;

/** `mdadm --examine`, whose text contains events and state; --export omits both. */
export async function examine(run: RunCommand, device: string): Promise<MdSuperblock | null> {
  const argv = ['mdadm', '--examine', device];
  const { stdout, stderr, exitCode } = await run(argv, { seconds: 60, accept: [1] });
  if (exitCode === 0) return parseExamine(stdout);
  if (NO_SUPERBLOCK.test(stderr)) return null;
  throw new HostError(`${device} cannot be examined: ${stderr.trim() || 'mdadm printed no reason'}`, argv, exitCode, stderr);
}

const TOGETHER_SECONDS = 20;

/**
 * The same for several devices, by one command. @throws HostError when not all of them could be read: which, shows when each is examined by itself.
 */
export async function examineTogether(run: RunCommand, devices: readonly string[]): Promise<Map<string, MdSuperblock | null>> {
  const argv = ['mdadm', '--examine', ...devices];
  const { stdout, stderr, exitCode } = await run(argv, { seconds: TOGETHER_SECONDS, accept: [1] });
  // Each begins with its device: "/dev/nvme4n1:".
  const texts = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of stdout.split('\n')) {
    const device = devices.find((each) => line === `${each}:`);
    if (device === undefined) lines.push(line);
    else {
      lines = [];
      texts.set(device, lines);
    }
  }
  const complaints = stderr.split('\n').filter((line) => NO_SUPERBLOCK.test(line));
  const found = devices.map((device): [string, MdSuperblock | null] => {
    const text = texts.get(device);
    if (text) return [device, parseExamine(text.join('\n'))];
    if (complaints.some((line) => line.split(/[\s.]+/).includes(device))) return [device, null];
    throw new HostError(`${device} cannot be examined: ${stderr.trim() || 'mdadm printed no reason'}`, argv, exitCode, stderr);
  });
  return new Map(found);
}

/** `          Events : 17`; null when the text describes no 1.x superblock (a partition table is printed with exit code 0). */
export function parseExamine(text: string): MdSuperblock | null {
  const field = (name: string) => new RegExp(`^\\s*${name} : (.*)$`, 'm').exec(text)?.[1]?.trim();
  const uuid = canonicalUuid(field('Array UUID') ?? field('UUID')?.split(' ')[0] ?? '');
  if (uuid === '') return null;
  return {
    uuid,
    level: field('Raid Level') ?? '',
    events: Number(field('Events') ?? 0),
    deviceRole: field('Device Role') ?? '',
    // "AAA. ('A' == active, '.' == missing, 'R' == replacing)"
    arrayState: field('Array State')?.split(' ')[0] ?? null,
    // "any:weft-… (local to host any)"
    name: field('Name')?.split(' ')[0] || undefined,
    // "512 entries available at offset 16 sectors - bad blocks present."
    badBlocks: field('Bad Block Log')?.includes('bad blocks present') ?? false,
  };
}

/** MD_UUID of a running array (mdadm --detail --export). */
export async function detailUuid(run: RunCommand, device: string): Promise<string | undefined> {
  const { stdout, exitCode } = await run(['mdadm', '--detail', '--export', `/dev/${device}`], { seconds: 30, accept: [1, 4] });
  return exitCode === 0 ? canonicalUuid(/^MD_UUID=(.+)$/m.exec(stdout)?.[1] ?? '') || undefined : undefined;
}
