import { stat } from 'node:fs/promises';
import type { Process } from '@weft/shared/messages/report';
import { isOurs } from '../run/hold.js';
import { isGone, kernelName, majorMinor, type Tree } from '../run/host-fs.js';

/**
 * Holders of a block device: open files of any process, mounts in any mount namespace, swap, and md or dm on top.
 * Needs root: another user's /proc/PID/fd cannot be read.
 */
export async function holders(tree: Tree, device: string): Promise<Process[]> {
  const number = await tree.deviceNumber(device);
  if (number === undefined) return [];
  const kernel = await kernelName(tree, device);
  const pids = (await tree.list('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const [files, mounts, swaps, stacked] = await Promise.all([
    openFiles(tree, pids, number),
    mountsOf(tree, pids, number),
    swapsOf(tree, number),
    kernel === undefined ? [] : stackedOn(tree, kernel),
  ]);
  return [...files, ...mounts, ...swaps, ...stacked];
}

const command = async (tree: Tree, pid: number): Promise<string> => (await tree.optional(`/proc/${pid}/comm`)) ?? '';

async function openFiles(tree: Tree, pids: number[], number: string): Promise<Process[]> {
  const found = await Promise.all(
    pids.map(async (pid) => {
      if (isOurs(pid)) return [];
      for (const fd of await tree.list(`/proc/${pid}/fd`)) {
        const path = await tree.link(`/proc/${pid}/fd/${fd}`);
        if (!path?.startsWith('/dev/') || (await deviceBehind(tree, `/proc/${pid}/fd/${fd}`)) !== number) continue;
        return [{ pid, command: await command(tree, pid), via: 'open-file' as const, path }];
      }
      return [];
    }),
  );
  return found.flat();
}

/** Through the link in /proc, which also works for processes in other mount namespaces. */
async function deviceBehind(tree: Tree, path: string): Promise<string | undefined> {
  try {
    const found = await stat(tree.path(path));
    return found.isBlockDevice() ? majorMinor(found.rdev) : undefined;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** Reads one process per mount namespace (proc(5), mountinfo: field 3 is the device, the source follows the "-"). */
async function mountsOf(tree: Tree, pids: number[], number: string): Promise<Process[]> {
  const seen = new Set<string>();
  const found: Process[] = [];
  for (const pid of pids) {
    const namespace = (await tree.link(`/proc/${pid}/ns/mnt`)) ?? '';
    if (seen.has(namespace)) continue;
    seen.add(namespace);
    for (const line of ((await tree.optional(`/proc/${pid}/mountinfo`)) ?? '').split('\n')) {
      const mount = parseMount(line);
      if (!mount) continue;
      // btrfs shows an anonymous device number: only its source names the real one.
      const same = mount.number === number || (mount.source.startsWith('/dev/') && (await tree.deviceNumber(mount.source)) === number);
      if (same) found.push({ pid, command: await command(tree, pid), via: 'mount', path: mount.path });
    }
  }
  return found;
}

export function parseMount(line: string): { number: string; path: string; source: string } | undefined {
  const [before = '', after = ''] = line.split(' - ');
  const fields = before.split(' ');
  const [number, path] = [fields[2], fields[4]];
  return number && path ? { number, path: unescapePath(path), source: unescapePath(after.split(' ')[1] ?? '') } : undefined;
}

/** Blanks in paths are written as \040. */
const unescapePath = (text: string): string =>
  text.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));

async function swapsOf(tree: Tree, number: string): Promise<Process[]> {
  const lines = ((await tree.text('/proc/swaps')) ?? '').split('\n').slice(1);
  const paths = lines.map((line) => unescapePath(line.split(/\s+/)[0] ?? '')).filter((path) => path.startsWith('/dev/'));
  const same = await Promise.all(paths.map(async (path) => (await tree.deviceNumber(path)) === number));
  return paths.filter((_, index) => same[index]).map((path) => ({ pid: 0, command: 'swap', via: 'swap', path }));
}

async function stackedOn(tree: Tree, kernel: string): Promise<Process[]> {
  const names = await tree.list(`/sys/class/block/${kernel}/holders`);
  return Promise.all(
    names.map(async (name) => ({
      pid: 0,
      command: (await tree.optional(`/sys/block/${name}/dm/name`)) ?? name,
      via: 'holder' as const,
      path: `/dev/${name}`,
    })),
  );
}
