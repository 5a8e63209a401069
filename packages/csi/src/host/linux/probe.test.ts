import { describe, expect, it } from 'vitest';
import { probe } from './probe.js';
import type { Ran } from './run.js';

const ran = (code: number, stdout = '', stderr = ''): Ran => ({ code, stdout, stderr });
const blank = { blkid: ran(2), wipefs: ran(0), cmp: ran(0), dd: ran(0) };

/** @param answers of the commands that differ from those on a blank device */
async function probed(answers: Partial<typeof blank>, zeroed = true) {
  const asked: string[] = [];
  const content = await probe(
    async (program, args) => {
      asked.push([program, ...args].join(' '));
      return { ...blank, ...answers }[program as keyof typeof blank];
    },
    '/dev/dm-3',
    2 ** 30,
    zeroed,
  );
  return { content, asked };
}

describe('probe', () => {
  it('knows the file systems that it makes', async () => {
    // blkid (util-linux 2.38.1) on a new XFS.
    const out = 'DEVNAME=/dev/dm-3\nUUID=2b8e1a3c-61a5-4c5e-a5b8-0f27b2f7a3a1\nBLOCK_SIZE=512\nTYPE=xfs\nUSAGE=filesystem\n';
    expect((await probed({ blkid: ran(0, out) })).content).toEqual({ state: 'file-system', type: 'xfs' });
  });

  it.each([
    ['a partition table', { blkid: ran(0, 'DEVNAME=/dev/dm-3\nPTUUID=1\nPTTYPE=gpt\n') }, 'a partition table (gpt)'],
    ['another file system', { blkid: ran(0, 'TYPE=btrfs\nUSAGE=filesystem\n') }, 'btrfs'],
    ['LVM', { blkid: ran(0, 'TYPE=LVM2_member\nUSAGE=raid\n') }, 'LVM2_member'],
    ['what only wipefs knows', { wipefs: ran(0, '{"signatures":[{"device":"dm-3","type":"zfs_member"}]}') }, 'zfs_member'],
    ['bytes that nothing knows', { cmp: ran(1) }, 'data without a known signature'],
  ])('refuses %s', async (_, answers, what) => {
    const { content } = await probed(answers);
    expect(content).toMatchObject({ state: 'other', what: expect.stringContaining(what) as string });
  });

  it.each([
    // blkid cannot open the device either, and still ends with 2.
    ['wipefs cannot open it', { wipefs: ran(1, '', 'wipefs: error: /dev/dm-3: probing initialization failed: Input/output error') }],
    ['wipefs warns', { wipefs: ran(0, '', 'wipefs: /dev/dm-3: read failed') }],
    ['wipefs prints something else', { wipefs: ran(0, 'x') }],
    ['blkid finds contradictions', { blkid: ran(8) }],
    ['blkid names no type', { blkid: ran(0, 'DEVNAME=/dev/dm-3\n') }],
    ['cmp cannot read', { cmp: ran(2, '', 'cmp: /dev/dm-3: Input/output error') }],
  ])('is unknown, never blank: %s', async (_, answers) => {
    expect((await probed(answers)).content.state).toBe('unknown');
  });

  it('is unknown when an encrypted device cannot be read', async () => {
    expect((await probed({ dd: ran(1, '', 'dd: error reading') }, false)).content.state).toBe('unknown');
  });

  it('reads both ends of a blank device, and compares with zeros only what Weft has zeroed', async () => {
    const zeroed = await probed({});
    expect(zeroed.content).toEqual({ state: 'blank' });
    expect(zeroed.asked.filter((line) => line.startsWith('cmp')).map((line) => /initial=(\d+)/.exec(line)?.[1])).toEqual([
      '0',
      '1072693248',
    ]);
    const encrypted = await probed({ cmp: ran(1) }, false);
    expect(encrypted.content).toEqual({ state: 'blank' });
    expect(encrypted.asked.filter((line) => line.startsWith('dd'))).toHaveLength(2);
  });
});
