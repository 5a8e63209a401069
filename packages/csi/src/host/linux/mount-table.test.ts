import { expect, it } from 'vitest';
import { isBindOfDevice, parseMountInfo } from './mount-table.js';

it('reads mounts, binds of devices, and escaped paths', () => {
  const text = [
    '36 25 253:3 / /var/lib/kubelet/staging rw,relatime shared:1 - xfs /dev/dm-3 rw,attr2,inode64',
    '37 25 0:5 /dm-4 /var/lib/kubelet/pods/a\\040b/mount ro,nosuid shared:2 master:1 - devtmpfs udev rw,size=1k',
    'nonsense',
  ].join('\n');
  expect(parseMountInfo(text)).toEqual([
    {
      ...{ device: '253:3', root: '/', target: '/var/lib/kubelet/staging', type: 'xfs' },
      ...{ options: ['rw', 'relatime'], superOptions: ['rw', 'attr2', 'inode64'] },
    },
    {
      ...{ device: '0:5', root: '/dm-4', target: '/var/lib/kubelet/pods/a b/mount', type: 'devtmpfs' },
      ...{ options: ['ro', 'nosuid'], superOptions: ['rw', 'size=1k'] },
    },
  ]);
});

it('tells binds of devices from the folder of all devices, under each name that mount(8) gives them', () => {
  const text = [
    '24 27 0:6 / /dev rw - devtmpfs dev rw',
    '30 27 0:6 /dm-0 /pods/one rw - devtmpfs dev rw',
    '31 27 0:6 /mapper/weft-361b9b71 /pods/two rw - devtmpfs dev rw',
    '32 27 253:0 / /pods/three rw - xfs /dev/dm-0 rw',
  ].join('\n');
  expect(
    parseMountInfo(text)
      .filter(isBindOfDevice)
      .map(({ target }) => target),
  ).toEqual(['/pods/one', '/pods/two']);
});
