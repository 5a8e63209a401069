import { describe, expect, it } from 'vitest';
import { superblockMismatch } from '../facts/facts-integrity.js';
import { lvmActions } from '../lvm/lvm-actions.js';
import type { Action } from '../run/action.js';
import { createIntegrity, integrityTable, parseIntegrityStatus } from './integrity-actions.js';

const TABLE = { name: 'weft-leg-1-integrity', uuid: 'u', device: '/dev/vg/lv', lengthBytes: 64 * 2 ** 20 };
const words = (actions: Action[]) =>
  actions.map((action) =>
    action.do === 'exec' ? action.argv.slice(0, 2).join(' ') : action.do === 'check' ? action.fact.fact : action.do,
  );

/** As Linux 6.12.117 wrote it for 65,536 sectors. */
function superblock(change: (bytes: Buffer) => void = () => undefined): Buffer {
  const bytes = Buffer.alloc(512);
  Buffer.from('696e746567727400040f04000200000000000100000000000e000000030c0000', 'hex').copy(bytes);
  change(bytes);
  return bytes;
}

describe('dm-integrity', () => {
  it('has a bitmap and a checksum of 4 bytes for each 4 KiB', () => {
    expect(integrityTable(TABLE)).toBe(
      '0 131072 integrity /dev/vg/lv 0 4 B 5 internal_hash:crc32c block_size:4096 fix_padding journal_sectors:784 recalculate',
    );
  });

  it('is started only over its superblock, because the kernel formats zeros in silence', () => {
    const actions = createIntegrity(TABLE, []);
    expect(words(actions)).toEqual(['dmsetup remove', 'integrity-formatted', 'dmsetup create', 'integrity-over']);
    expect(actions[1]).toMatchObject({ code: 'integrity-lost', unless: { fact: 'mapping-exists' } });
  });

  it('is formatted over zeros, flushed, and only then recorded; a recorded volume is left alone', () => {
    const actions = lvmActions({ op: 'format-integrity', vg: 'vg', lv: 'lv', ...TABLE }, true);
    expect(words(actions)).toEqual([
      ...['block-device', 'not-exported', 'dmsetup remove', 'closed', 'blkdiscard --zeroout', 'sync /dev/vg/lv'],
      ...['dmsetup create', 'dmsetup remove', 'integrity-formatted', 'sync /dev/vg/lv', 'lvchange --devicesfile', 'logical-volume-wiped'],
    ]);
    expect(actions.slice(0, -1).every(({ unless }) => unless?.fact === 'logical-volume-wiped')).toBe(true);
    expect(JSON.stringify(actions.at(-2))).toContain('"--addtag","weft.integrity","--addtag","weft.wiped"');
  });

  it('tells wrong checksums, and what is not covered yet', () => {
    const lines = [
      'a: 0 131072 integrity 0 137192 65536',
      'b: 0 131072 integrity 3 131072 131072',
      'c: 0 131072 integrity 1 137192 -',
      'd: 0 8 linear',
    ];
    expect(parseIntegrityStatus(lines.join('\n'))).toEqual([
      { name: 'a', checksumErrors: 0, coveredBytes: 65_536 * 512 },
      { name: 'b', checksumErrors: 3, coveredBytes: null },
      { name: 'c', checksumErrors: 1, coveredBytes: null },
    ]);
  });

  it('knows a superblock of its own form and length', () => {
    expect(superblockMismatch('d', superblock(), 65_536 * 512)).toBeNull();
    expect(superblockMismatch('d', superblock(), 65_537 * 512)).toContain('fewer');
    expect(superblockMismatch('d', Buffer.alloc(512), 512)).toContain('no superblock');
    expect(
      superblockMismatch(
        'd',
        superblock((bytes) => bytes.writeUInt16LE(8, 10)),
        512,
      ),
    ).toContain('8 bytes for each 4096');
    expect(
      superblockMismatch(
        'd',
        superblock((bytes) => bytes.writeUInt8(0, 28)),
        512,
      ),
    ).toContain('4 bytes for each 512');
  });
});
