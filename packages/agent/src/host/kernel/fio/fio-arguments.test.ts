import { expect, test } from 'vitest';
import { fioArguments, longestSeconds } from './fio-arguments.js';

const measure = {
  kind: 'measure' as const,
  access: 'random' as const,
  readPercent: 70,
  blockBytes: 4096,
  jobs: 28,
  depth: 64,
  seconds: 60,
};

test('measures with the profile of the published reference, on inherited descriptors, and ends with the agent', () => {
  const argv = fioArguments(measure, [
    { label: 'orders', fd: 3 },
    { label: 'logs', fd: 4 },
  ]);
  const load = ['--time_based=1', '--runtime=60', '--rw=randrw', '--rwmixread=70', '--bs=4096', '--iodepth=64', '--numjobs=28'];
  expect(argv).toEqual([
    ...['setpriv', '--pdeathsig', 'KILL', '--', 'fio', '--output-format=json+'],
    ...['--ioengine=libaio', '--direct=1', '--thread=1', '--group_reporting=1', '--refill_buffers=1', '--norandommap=1', '--randrepeat=0'],
    ...['--disk_util=0', '--exitall_on_error=1'],
    ...['--name=orders', '--filename=/proc/self/fd/3', '--new_group=1', ...load],
    ...['--name=logs', '--filename=/proc/self/fd/4', '--new_group=1', ...load],
  ]);
});

test('preconditions by writing the whole volume in blocks of 2 MiB at depth 64, with one job', () => {
  const argv = fioArguments({ kind: 'precondition', blockBytes: 2 ** 21, depth: 64 }, [{ label: 'orders', fd: 3 }]);
  expect(argv.slice(-7)).toEqual([
    ...['--name=orders', '--filename=/proc/self/fd/3', '--new_group=1', '--rw=write', '--bs=2097152', '--iodepth=64', '--numjobs=1'],
  ]);
});

test('limits the time of fio: the run time and a minute, or a slow write of all volumes', () => {
  expect(longestSeconds(measure, [1e12])).toBe(120);
  expect(longestSeconds({ kind: 'precondition', blockBytes: 2 ** 21, depth: 64 }, [5e9, 5e9])).toBe(2060);
});

test('verifies as the rows of the lab do, in a part of the volume', () => {
  const argv = fioArguments({ kind: 'verify', seconds: 30, bytes: 2 ** 20 }, [{ label: 'orders', fd: 3 }]);
  expect(argv).toEqual([
    ...['setpriv', '--pdeathsig', 'KILL', '--', 'fio', '--output-format=json+'],
    ...['--ioengine=libaio', '--direct=1', '--thread=1', '--disk_util=0', '--exitall_on_error=1'],
    ...['--name=orders', '--filename=/proc/self/fd/3', '--new_group=1'],
    ...['--time_based=1', '--runtime=30', '--rw=randrw', '--rwmixread=50', '--bs=4096', '--iodepth=4', '--numjobs=1'],
    ...['--verify=crc32c', '--verify_fatal=1', '--verify_backlog=64', '--size=1048576'],
  ]);
  expect(longestSeconds({ kind: 'verify', seconds: 30, bytes: 1 }, [1e12])).toBe(90);
});
