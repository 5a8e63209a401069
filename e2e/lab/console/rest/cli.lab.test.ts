/** The command line alone, from the login to verified I/O on real kernels. It writes what a person sees to docs/recordings/cli.txt. */

import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../support/api-client.js';
import { WeftCommand } from '../../../support/cli/weft-command.js';
import { faultLab } from '../../faults/fault-lab.js';

const lab = faultLab({ targets: 2, clients: 1, drivesPerTarget: 1 });
const recording = new URL('../../../../docs/recordings/cli.txt', import.meta.url);
let weft: WeftCommand;

beforeAll(async () => {
  weft = await WeftCommand.inOwnFolder();
});
afterAll(() => weft?.remove());

test('the command line creates, attaches, measures and deletes a mirror that fio has written and verified', async () => {
  const { fabric } = lab.now;
  const shown: string[] = [];
  const type = async (line: string, words = line.split(' ').slice(1)): Promise<string> => {
    const { code, out, err } = await weft.run(words);
    shown.push(`$ ${line}`, `${err}${out}`);
    expect(code, `${line}\n${err}`).toBe(0);
    return out;
  };
  await type(`weft login ${fabric.server.url} --user admin --password-file admin-password`, [
    ...['login', fabric.server.url, '--user', 'admin', '--password-file', fabric.server.passwordFile],
  ]);
  await type('weft node ls');
  await type('weft volume create orders --size 64MiB --protection raid1 --class all --wait');
  await type('weft plan attach orders c1');
  await type('weft attach orders c1 --wait');
  const device = (await type('weft attachment get orders@c1 -o jsonpath=$.device')).trim();
  const fio = `fio --name=verify --filename=${device} --rw=write --bs=64k --size=32M --direct=1 --verify=crc32c --do_verify=1 --verify_fatal=1`;
  shown.push(`c1# ${fio}`, await fabric.machine('c1').run(`${fio} --minimal > /dev/null && echo verified`, { timeoutSeconds: 300 }));
  await type('weft volume ls -o wide');
  // Points of 10 s are stored some seconds after their end.
  await until('the load in the statistics', 120, async () =>
    /Z {3}[1-9]/.test((await weft.run(['stats', 'orders', '--last', '2m', '--metrics', 'write-iops'])).out) ? true : undefined,
  );
  await type('weft stats orders --last 2m --metrics write-iops,write-throughput,latency-p99');
  await type('weft logs orders');
  await type('weft detach orders --yes --wait');
  await type('weft volume delete orders --yes --wait');
  expect(shown.join('\n')).toContain('verified');
  await writeFile(recording, shown.join('\n'));
});
