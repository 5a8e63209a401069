/** What a client's kernel says of one attached volume: asked on the machine, not of Weft. */
import { devicePath } from '@weft/shared/identity';
import { until } from '../../support/api-client.js';
import type { Machine } from '../machines/machine.js';
import { sysfsOf } from './sysfs.js';

/** Name of the md array under the volume's device. */
async function arrayOf(machine: Machine, volumeName: string): Promise<string> {
  return (await machine.run(`ls ${sysfsOf(devicePath(volumeName))}/slaves`)).trim();
}

/** Compares the sides of the mirror, block by block. @returns blocks that differ, in sectors (md's `mismatch_cnt`). */
export async function mismatches(machine: Machine, volumeName: string): Promise<number> {
  const md = `/sys/block/${await arrayOf(machine, volumeName)}/md`;
  await until('an idle array', 60, async () => ((await machine.run(`cat ${md}/sync_action`)) === 'idle\n' ? true : undefined));
  await machine.run(`echo check > ${md}/sync_action`);
  await until('the end of the check', 180, async () => ((await machine.run(`cat ${md}/sync_action`)) === 'idle\n' ? true : undefined));
  return Number(await machine.run(`cat ${md}/mismatch_cnt`));
}

/** Every controller of fabrics: its name, address and state. */
export async function controllers(machine: Machine): Promise<{ name: string; address: string; state: string }[]> {
  const output = await machine.run(`for c in /sys/class/nvme/nvme*; do
  [ "$(cat $c/transport 2>/dev/null)" = pcie ] || [ ! -e $c/address ] || echo "$(basename $c) $(cat $c/address | cut -d, -f1) $(cat $c/state)"
done; true`);
  return output
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [name = '', address = '', state = ''] = line.split(' ');
      return { name, address, state };
    });
}

/** Multipath heads of fabrics with the UUIDs of their namespaces: `nvme2n1 <leg id>`. */
export const heads = async (machine: Machine): Promise<string[]> =>
  (
    await machine.run(
      'for h in /sys/block/nvme*n*; do case $h in *c*n*) ;; *) [ -e $h/uuid ] && echo "$(basename $h) $(cat $h/uuid)" ;; esac; done; true',
    )
  )
    .split('\n')
    .filter((line) => / [0-9a-f-]{36}$/.test(line))
    .sort();

/** Resolves when every path device (`nvmeXcYnZ`) has completed I/O since now: all paths carry load again. */
export async function everyPathCarriesIo(machine: Machine, timeoutSeconds = 60): Promise<void> {
  const counts = async () =>
    new Map(
      (await machine.run('for p in /sys/class/nvme/nvme*/nvme*c*n*; do [ -e $p/stat ] && echo "$(basename $p) $(cat $p/stat)"; done; true'))
        .split('\n')
        .filter(Boolean)
        .map((line): [string, number] => {
          const [name = '', reads = '', , , , writes = ''] = line.split(/\s+/);
          return [name, Number(reads) + Number(writes)];
        }),
    );
  const before = await counts();
  await until(`I/O on every path of ${machine.name}`, timeoutSeconds, async () => {
    const now = await counts();
    return now.size > 0 && [...now].every(([path, count]) => count > (before.get(path) ?? 0)) ? true : undefined;
  });
}

/** Targets whose side of the mirror waits for ever: `fast_io_fail_tmo` is off on this client's controllers to them. */
export async function anchors(machine: Machine, targets: readonly Machine[]): Promise<Machine[]> {
  const waiting = await machine.run(
    'for c in /sys/class/nvme/nvme*; do [ -e $c/fast_io_fail_tmo ] && [ "$(cat $c/fast_io_fail_tmo)" = off ] && cat $c/address; done; true',
  );
  return targets.filter((target) => target.spec.nics.some(({ address }) => waiting.includes(`traddr=${address},`)));
}

/** How many members md misses. */
export const degraded = async (machine: Machine, volumeName: string): Promise<number> =>
  Number(await machine.run(`cat /sys/block/${await arrayOf(machine, volumeName)}/md/degraded`));
