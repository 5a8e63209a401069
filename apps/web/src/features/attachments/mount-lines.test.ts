import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mountLines } from './mount-lines.js';

describe('mountLines', () => {
  it('has the lines of docs/mounting.md', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../../docs/mounting.md'), 'utf8');
    const lines = mountLines('orders', 'exclusive', null);
    expect(page).toContain(lines?.once);
    expect(page).toContain(lines?.fstab);
    expect(page).toContain('systemctl daemon-reload && mount /srv/orders');
    expect(lines?.mount).toContain('systemctl daemon-reload && mount /srv/orders');
  });

  it('installs mkfs.xfs where the distribution does not', () => {
    expect(mountLines('orders', 'exclusive', 'Debian GNU/Linux 13 (trixie)')?.once).toMatch(/^apt install -y xfsprogs\n/);
    expect(mountLines('orders', 'exclusive', 'Rocky Linux 9.4')?.once).toBe('mkfs.xfs /dev/weft/orders');
  });

  it('makes no file system for a reader, and replays no journal', () => {
    const lines = mountLines('orders', 'readonly', null);
    expect(lines?.once).toBeNull();
    expect(lines?.fstab).toContain('ro,norecovery,');
  });

  it('offers nothing for a volume that several clients write', () => {
    expect(mountLines('orders', 'shared', null)).toBeNull();
  });
});
