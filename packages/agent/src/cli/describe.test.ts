import { INTEGRITY_TAG, legDeviceName, legDevicePath, lvName, WRITE_BACK_TAG } from '@weft/shared/identity';
import { expect, test } from 'vitest';
import type { LogicalVolume } from '../host/host.js';
import { id } from '../testing/example-cluster.js';
import { emptyFast } from '../testing/example-world.js';
import { superblockPlaces } from './describe.js';

const legOf = (number: number, change: Partial<LogicalVolume> = {}): LogicalVolume => ({
  ...{ vg: 'weft-d', lv: lvName(id('leg', number)), sizeBytes: 1, tags: [], active: true, open: false, backed: true },
  ...{ devicePath: `/dev/weft-d/${number}`, dmUuid: 'LVM-x' },
  ...change,
});

test('reads a superblock where the bytes of its leg are, and nowhere else', () => {
  const device = {
    name: legDeviceName(id('leg', 1)),
    uuid: '',
    device: 'dm-1',
    sizeBytes: 1,
    suspended: false,
    under: [],
    readOnly: false,
  };
  const fast = { ...emptyFast(), mappings: [device] } as unknown as ReturnType<typeof emptyFast>;
  const places = superblockPlaces(
    [
      legOf(0),
      legOf(1, { tags: [INTEGRITY_TAG] }),
      // Its device is not there: what lies on the volume is not the leg.
      legOf(2, { tags: [INTEGRITY_TAG] }),
      legOf(3, { tags: [WRITE_BACK_TAG] }),
      legOf(4, { active: false }),
      legOf(5, { backed: false }),
    ],
    fast,
  );
  expect([...places]).toEqual([
    [id('leg', 0), '/dev/weft-d/0'],
    [id('leg', 1), legDevicePath(id('leg', 1))],
  ]);
});
