/** State of one attached volume, read from the client's kernel and not from Weft. */
import { until } from '../../support/api-client.js';
import type { Machine } from '../machines/machine.js';
import type { Mirror } from './mirror.js';
import { sysfsOf } from './sysfs.js';

/** md directories of the arrays under the volume's device: one, or one for each mirror set below a striped device. */
async function arraysOf({ client, device }: Mirror): Promise<string[]> {
  const look =
    'look() { for s in $(ls $1/slaves); do if [ -d /sys/block/$s/md ]; then echo /sys/block/$s/md; else look /sys/block/$s; fi; done; }';
  return (await client.run(`${look}; look ${sysfsOf(device)}`)).split('\n').filter(Boolean);
}

/** Adds up an attribute of the arrays, in the guest's shell. */
const sumOf = (arrays: readonly string[], attribute: string): string =>
  `$((${arrays.map((md) => `$(cat ${md}/${attribute})`).join(' + ')}))`;

/** Number of members that md misses. */
export const degraded = async (mirror: Mirror): Promise<number> =>
  Number(await mirror.client.run(`echo ${sumOf(await arraysOf(mirror), 'degraded')}`));

/** Waits until md misses this number of members. In the guest: a wait from outside takes most of the emulated machine's processor for its commands. */
export async function becomesDegraded(mirror: Mirror, members: number, timeoutSeconds: number): Promise<void> {
  const now = sumOf(await arraysOf(mirror), 'degraded');
  await mirror.client.run(`until [ "${now}" = ${members} ]; do sleep 0.2; done`, { timeoutSeconds });
}

/** Compares the mirror halves block by block. @returns the difference in sectors (md's `mismatch_cnt`), of all arrays. */
export async function mismatches(mirror: Mirror): Promise<number> {
  const arrays = await arraysOf(mirror);
  const idle = (md: string, timeoutSeconds: number) =>
    mirror.client.run(`until read -r now < ${md}/sync_action && [ "$now" = idle ]; do sleep 0.2; done`, { timeoutSeconds });
  for (const md of arrays) {
    await idle(md, 60);
    await mirror.client.run(`echo check > ${md}/sync_action`);
    await idle(md, 180);
  }
  return Number(await mirror.client.run(`echo ${sumOf(arrays, 'mismatch_cnt')}`));
}

/** Runs a script for each of the volume's controllers; `$c` is its sysfs path. @returns the words of each line that the script prints. */
async function perController({ client, attachment }: Mirror, script: string): Promise<string[][]> {
  const output = await client.run(
    `for c in /sys/class/nvme/nvme*; do case "$(cat $c/subsysnqn 2>/dev/null)" in *:${attachment.id}:*) ${script} ;; esac; done; true`,
  );
  return output
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(/\s+/));
}

/** Name and state of every controller of the volume. */
export const controllers = async (mirror: Mirror): Promise<{ name: string; state: string }[]> =>
  (await perController(mirror, 'echo "$(basename $c) $(cat $c/state)"')).map(([name = '', state = '']) => ({ name, state }));

/** The volume's multipath heads with the UUIDs of their namespaces: `nvme2n1 <leg id>`. */
export const heads = async ({ client, volume }: Mirror): Promise<string[]> =>
  (await client.run(`cd /sys/block; for h in nvme*n*; do [ -e $h/uuid ] && echo "$h $(cat $h/uuid)"; done; true`))
    .split('\n')
    .filter((line) => !/^nvme\d+c/.test(line) && volume.legs.some((leg) => line.endsWith(` ${leg.id}`)))
    .sort();

/** Resolves when every path (`nvmeXcYnZ`) has completed I/O since the call: all carry load again. */
export async function everyPathCarriesIo(mirror: Mirror, timeoutSeconds = 60): Promise<void> {
  const counts = async () =>
    new Map(
      (await perController(mirror, 'for p in $c/nvme*c*n*; do [ -e $p/stat ] && echo "$(basename $p) $(cat $p/stat)"; done')).map(
        ([name = '', reads = '', , , , writes = '']): [string, number] => [name, Number(reads) + Number(writes)],
      ),
    );
  const before = await counts();
  await until(`I/O on every path of ${mirror.volume.name}`, timeoutSeconds, async () => {
    const now = await counts();
    return now.size > 0 && [...now].every(([path, count]) => count > (before.get(path) ?? 0)) ? true : undefined;
  });
}

/** Targets of the mirror half that blocks I/O until a path returns: `fast_io_fail_tmo` is off on the client's controllers to them. */
export async function anchors(mirror: Mirror, targets: readonly Machine[]): Promise<Machine[]> {
  const waiting = (await perController(mirror, '[ "$(cat $c/fast_io_fail_tmo)" = off ] && cat $c/address')).flat().join(' ');
  return targets.filter((target) => target.spec.nics.some(({ address }) => waiting.includes(`traddr=${address},`)));
}
