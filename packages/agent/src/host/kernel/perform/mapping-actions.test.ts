import { MiB } from '@weft/shared/units';
import { describe, expect, test } from 'vitest';
import { explainAction } from '../run/explain.js';
import { checks, commands, find, nothing } from './actions.fixture.js';
import { actionsFor } from './actions.js';
import { performActions } from './perform.js';

describe('mappings', () => {
  const segments = [
    { startBytes: 0, lengthBytes: 4096, device: '/dev/nvme4n1', offsetBytes: 512 },
    { startBytes: 4096, lengthBytes: 8192, device: '/dev/nvme5n1', offsetBytes: 0 },
  ];
  const linear = { op: 'create-linear', name: 'weft-v', uuid: 'WEFT-weft-v', segments, readOnly: true } as const;
  const published = [{ name: 'weft-v', link: 'orders' }];

  test('creates a mapping without udev: no udev sync, device nodes by dmsetup mknodes', () => {
    const [create] = find(actionsFor({ ...linear, segments }, nothing), 'exec').slice(1);
    expect(create?.argv).toEqual(['dmsetup', 'create', '--noudevsync', '--readonly', '--uuid', 'WEFT-weft-v', 'weft-v']);
    expect(create?.input).toBe('0 8 linear /dev/nvme4n1 1\n8 16 linear /dev/nvme5n1 0\n');
    expect(commands({ ...linear, segments }).at(-1)).toEqual(['dmsetup', 'mknodes', 'weft-v']);
    expect(commands({ ...linear, segments }, { udev: true }).at(-1)).toEqual([
      'dmsetup',
      'create',
      '--readonly',
      '--uuid',
      'WEFT-weft-v',
      'weft-v',
    ]);
  });

  test('removes a mapping without force and without deferral', () => {
    expect(commands({ op: 'remove-mapping', name: 'weft-v' })).toEqual([['dmsetup', 'remove', '--noudevsync', 'weft-v']]);
    expect(commands({ op: 'remove-mapping', name: 'weft-v' }, { udev: true })).toEqual([['dmsetup', 'remove', '--retry', 'weft-v']]);
  });

  test('fails writes of a mapping at once, without flush and file system freeze (S3)', () => {
    const fail = { op: 'fail-mapping', name: 'weft-v' } as const;
    expect(commands(fail)).toEqual([['dmsetup', 'wipe_table', '--noudevsync', '--noflush', '--nolockfs', 'weft-v']]);
    expect(checks(fail)).toEqual(['mapping-fails']);
  });

  test('writes stripe sizes in sectors and legs in order', () => {
    const [create] = find(
      actionsFor(
        {
          op: 'create-striped',
          name: 's',
          uuid: 'WEFT-s',
          chunkBytes: 65536,
          lengthBytes: MiB,
          devices: ['/dev/a', '/dev/b'],
          readOnly: false,
        },
        nothing,
      ),
      'exec',
    ).slice(1);
    expect(create?.input).toBe('0 2048 striped 2 128 /dev/a 0 /dev/b 0\n');
  });

  test('creates a histogram of 81 bounds from 16 µs to 17 s', () => {
    const message = commands({ op: 'create-stats', name: 'weft-v' })[0]?.at(-1) ?? '';
    const bounds = /histogram:(\S+) weft -$/.exec(message)?.[1]?.split(',').map(Number) ?? [];
    expect([bounds.length, bounds[0], bounds[4], bounds[80]]).toEqual([81, 16_000, 32_000, 16_777_216_000]);
    expect(message).toMatch(/^@stats_create - \/1 2 precise_timestamps histogram:/);
  });

  test('publishes a name through the udev rule, or by its own link without udev', () => {
    const publish = { op: 'publish-device', link: 'orders', name: 'weft-v' } as const;
    const withUdev = actionsFor(publish, { ...nothing, udev: true });
    expect(find(withUdev, 'file')).toEqual([{ do: 'file', path: '/run/weft/names/weft-v', content: 'WEFT_NAME=orders\n' }]);
    expect(find(withUdev, 'symlink')).toEqual([]);
    expect(find(actionsFor(publish, nothing), 'symlink')).toEqual([
      { do: 'symlink', path: '/dev/weft/orders', target: '../mapper/weft-v' },
    ]);
    expect(find(actionsFor(publish, nothing), 'permit')).toEqual([{ do: 'permit', path: '/dev/mapper/weft-v' }]);
  });

  test('removes a published name from the mapping that has it', () => {
    const actions = actionsFor(
      { op: 'unpublish-device', link: 'orders' },
      { ...nothing, published: [...published, { name: 'weft-w', link: 'other' }] },
    );
    expect(find(actions, 'unlink').map(({ path }) => path)).toEqual(['/run/weft/names/weft-v', '/dev/weft/orders']);
  });
});

describe('encrypted mappings', () => {
  const keyId = '3f0d1c2b4a5968778695a4b3c2d1e0f0';
  const segments = [
    { startBytes: 0, lengthBytes: 4096, device: '/dev/nvme4n1', offsetBytes: 0 },
    { startBytes: 4096, lengthBytes: 8192, device: '/dev/nvme5n1', offsetBytes: 512 },
  ];
  const open = { op: 'create-crypt', name: 'weft-v-crypt', uuid: 'WEFT-weft-v-crypt', keyId, segments, readOnly: false } as const;

  test('load their table in a keyring of their own, with the sector of the volume as IV', () => {
    const [load] = find(actionsFor({ ...open, segments }, nothing), 'exec-with-volume-key');
    expect(load?.argv).toEqual(['dmsetup', 'create', '--noudevsync', '--uuid', 'WEFT-weft-v-crypt', 'weft-v-crypt']);
    expect(load?.table.split('\n')).toEqual([
      `0 8 crypt aes-xts-plain64 :64:logon:weft:${keyId} 0 /dev/nvme4n1 0 3 allow_discards no_read_workqueue no_write_workqueue`,
      `8 16 crypt aes-xts-plain64 :64:logon:weft:${keyId} 8 /dev/nvme5n1 1 3 allow_discards no_read_workqueue no_write_workqueue`,
    ]);
    expect(load?.unless).toEqual({ fact: 'mapping-exists', name: 'weft-v-crypt' });
    expect(checks({ ...open, segments })).toEqual(['mapping-table']);
  });

  test('get the key through a pipe: no argument and no description has it', async () => {
    const key = Buffer.alloc(64, 7).toString('base64');
    const [load] = find(actionsFor({ ...open, segments }, nothing), 'exec-with-volume-key');
    if (!load) throw new Error('it loads a table');
    const ran: { argv: readonly string[]; input: string | undefined }[] = [];
    const { unless, ...action } = load;
    const context = {
      volumeKeys: () => new Map([[keyId, key]]),
      run: async (argv: readonly string[], { input }: { input?: string }) => {
        ran.push({ argv, input });
        return { stdout: '', stderr: '', exitCode: 0 };
      },
    };
    await performActions([action], context as never);
    expect(ran).toEqual([{ argv: expect.arrayContaining(['keyctl', 'session', '-', 'dmsetup', 'create']), input: key }]);
    expect(JSON.stringify(ran[0]?.argv)).not.toContain(key);
    expect(explainAction(load)).toContain(`echo <key ${keyId}> | keyctl session - sh -c`);
    await expect(performActions([action], { ...context, volumeKeys: () => new Map() } as never)).rejects.toThrow(
      `does not have volume key ${keyId}`,
    );
  });
});
