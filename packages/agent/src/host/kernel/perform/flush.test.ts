import { expect, test } from 'vitest';
import { HostError } from '../../host.js';
import type { HostContext } from '../lookup/host-context.js';
import { explainAction } from '../run/explain.js';
import { Tree } from '../run/host-fs.js';
import { performActions } from './perform.js';

const STATE = '/sys/block/md127/md/dev-nvme1n1/state';

async function flushed({ fails = false, orFail = null as string | null } = {}): Promise<string[]> {
  const ran: string[] = [];
  const run: HostContext['run'] = (argv, { input }) => {
    ran.push([...argv, ...(input ? [`< ${input}`] : [])].join(' '));
    if (argv[0] === 'sync' && fails) throw new HostError('sync did not end within 10 s', [...argv], null, '');
    return Promise.resolve({ stdout: '', stderr: '', exitCode: 0 });
  };
  const context = { run, tree: new Tree('/') } as unknown as HostContext;
  await performActions([{ do: 'flush', device: '/dev/nvme1n1', orFail, seconds: 10 }], context);
  return ran;
}

test('a device that is flushed stays a member', async () => {
  expect(await flushed({ orFail: STATE })).toEqual(['sync /dev/nvme1n1']);
});

test('one that does not end in time, or refuses, fails as a member if another half is there; otherwise that is the error', async () => {
  expect(await flushed({ fails: true, orFail: STATE })).toEqual(['sync /dev/nvme1n1', `tee ${STATE} < faulty`]);
  await expect(flushed({ fails: true })).rejects.toThrow('did not end');
});

test('a plan shows both commands', () => {
  expect(explainAction({ do: 'flush', device: '/dev/nvme1n1', orFail: STATE, seconds: 10 })).toBe(
    `sync /dev/nvme1n1 || echo faulty > ${STATE}`,
  );
});
