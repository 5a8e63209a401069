import { NO_LIMITS } from '@weft/shared/limits/io-limits';
import { describe, expect, it } from 'vitest';
import { layOut } from '../recorded-host-fs.js';
import { explainAction } from '../run/explain.js';
import { Tree } from '../run/host-fs.js';
import { limitLine, parseIoMax } from '../run/io-max.js';
import { limitActions } from './limit-actions.js';
import { observeLimits } from './observe-limits.js';

/** Debian 13 with systemd, Linux 6.12: names and contents as the kernel gives them. */
const CGROUPS = {
  '/proc/self/cgroup': '0::/system.slice/weft-agent.service\n',
  '/sys/fs/cgroup/cgroup.controllers': 'cpuset cpu io memory hugetlb pids rdma misc\n',
  '/sys/fs/cgroup/cgroup.subtree_control': 'cpu io memory pids\n',
  '/sys/fs/cgroup/system.slice/cgroup.type': 'domain\n',
  '/sys/fs/cgroup/system.slice/io.max': '253:0 rbps=1048576 wbps=max riops=max wiops=50\n8:0 rbps=5 wbps=max riops=max wiops=max\n',
  '/sys/fs/cgroup/system.slice/io.pressure':
    'some avg10=5.70 avg60=3.91 avg300=1.54 total=6280146\nfull avg10=4.90 avg60=3.46 avg300=1.39 total=5718804\n',
  '/sys/fs/cgroup/user.slice/cgroup.type': 'domain\n',
  '/sys/fs/cgroup/user.slice/io.max': '',
  '/sys/dev/block/253:0/dm/uuid': 'WEFT-weft-1\n',
};
const observed = async (changes: Record<string, string | null> = {}) => {
  const entries = Object.entries({ ...CGROUPS, ...changes }).filter((entry): entry is [string, string] => entry[1] !== null);
  return observeLimits(new Tree(await layOut(Object.fromEntries(entries))));
};

describe('io.max', () => {
  it('is written with the values of a device, and max where there is no limit', () => {
    const line = limitLine('253:0', { ...NO_LIMITS, readBytesPerSecond: 1048576, writeIops: 50 });
    expect(line).toBe('253:0 rbps=1048576 wbps=max riops=max wiops=50');
    expect(parseIoMax(`${line}\n`)).toEqual(new Map([['253:0', { ...NO_LIMITS, readBytesPerSecond: 1048576, writeIops: 50 }]]));
  });

  it('is read in every top-level cgroup, for mappings of Weft only', async () => {
    expect(await observed()).toEqual({
      obstacle: null,
      slices: [
        {
          name: 'system.slice',
          limits: [{ uuid: 'WEFT-weft-1', limits: { ...NO_LIMITS, readBytesPerSecond: 1048576, writeIops: 50 } }],
          ioWait: { someSeconds: 6.280146, fullSeconds: 5.718804 },
        },
        { name: 'user.slice', limits: [] },
      ],
    });
  });

  it('leaves out a cgroup that only the agent is in', async () => {
    const { slices } = await observed({ '/proc/self/cgroup': '0::/user.slice\n' });
    expect(slices.map(({ name }) => name)).toEqual(['system.slice']);
  });

  it('can be set where the root does not hand down io yet, and not without cgroup v2, io or throttling', async () => {
    const without = { '/sys/fs/cgroup/system.slice/io.max': null, '/sys/fs/cgroup/user.slice/io.max': null };
    expect(await observed({ ...without, '/sys/fs/cgroup/cgroup.subtree_control': 'cpu memory\n' })).toMatchObject({
      obstacle: null,
      slices: [{ limits: [] }, { limits: [] }],
    });
    expect(await observed(without)).toEqual({ obstacle: 'no-throttling', slices: [] });
    expect(await observed({ '/sys/fs/cgroup/cgroup.controllers': 'cpu memory pids\n' })).toMatchObject({ obstacle: 'no-io-controller' });
    expect(await observed({ '/sys/fs/cgroup/cgroup.controllers': null })).toMatchObject({ obstacle: 'no-cgroup2' });
  });
});

describe('set-io-limits', () => {
  it('hands io down to a slice without io.max, writes the line, and checks it', () => {
    const limits = { ...NO_LIMITS, writeBytesPerSecond: 65536 };
    const actions = limitActions({ op: 'set-io-limits', name: 'weft-1', uuid: 'WEFT-weft-1', slices: ['user.slice'], limits });
    expect(actions.map(explainAction)).toEqual([
      'echo +io > /sys/fs/cgroup/cgroup.subtree_control  # only if: absent /sys/fs/cgroup/user.slice/io.max',
      "echo '<device number> rbps=max wbps=65536 riops=max wiops=max' > /sys/fs/cgroup/user.slice/io.max  # weft-1",
      expect.stringContaining('# check: io limits weft-1 user.slice'),
    ]);
  });

  it('refuses a name that leads elsewhere', () => {
    const limits = NO_LIMITS;
    expect(() => limitActions({ op: 'set-io-limits', name: 'weft-1', uuid: 'u', slices: ['../x'], limits })).toThrow();
  });
});
