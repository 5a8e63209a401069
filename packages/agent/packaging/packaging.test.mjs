import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { files } from './build-deb.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const read = (path) => readFileSync(join(here, path), 'utf8');
const installed = files.map(([, to]) => to);

describe('the package', () => {
  test('every file is there, and scripts are valid for sh', () => {
    for (const [from] of files.filter(([path]) => path.startsWith('packaging/')))
      expect(existsSync(join(here, '..', from)), from).toBe(true);
    for (const script of ['debian/postinst', 'debian/prerm', 'debian/postrm', 'weft-agent', 'initramfs-tools/weft-agent']) {
      execFileSync('sh', ['-n', join(here, script)]);
      expect(statSync(join(here, script)).mode & 0o111, script).not.toBe(0);
    }
  });

  test('S5: removal asks the agent first, and an upgrade does not', () => {
    const prerm = read('debian/prerm');
    expect(prerm.indexOf('uninstall --check')).toBeLessThan(prerm.indexOf('systemctl disable'));
    expect(prerm).toMatch(/case "\$1" in\n {2}remove\) ;;\n {2}\*\) exit 0 ;;/);
  });

  test('S7: no maintainer script stops or restarts weft-volumes on an upgrade', () => {
    const touching = read('debian/postinst')
      .split('\n')
      .filter((line) => line.includes('systemctl') && line.includes('weft-volumes'));
    expect(touching.every((line) => /systemctl (enable|start) /.test(line.trim()))).toBe(true);
  });

  test('a purge removes the files of the agent, and leaves those of a server on the same machine', () => {
    const root = mkdtempSync(join(tmpdir(), 'weft-purge-'));
    const all = () => readdirSync(root, { recursive: true, withFileTypes: true });
    const put = (path) => {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), '');
    };
    const purge = () => execFileSync('sh', [join(here, 'debian/postrm'), 'purge'], { env: { ...process.env, DPKG_ROOT: root } });
    const agents = [
      ...['etc/weft/agent.json', 'etc/lvm/devices/weft', 'etc/lvm/archive/weft-1_00001.vg', 'run/weft/names/db', 'dev/weft/db'],
      ...['assignment.json', 'facts.json.damaged', 'status.json', 'agent.pid', 'agent.lock'].map((file) => `var/lib/weft/${file}`),
    ];
    const servers = ['etc/weft/server.json', 'etc/weft/backup.key', 'var/lib/weft/initial-admin-password'];
    try {
      for (const path of [...agents, ...servers]) put(path);
      purge();
      const left = all().filter((entry) => entry.isFile());
      expect(left.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)).sort()).toEqual([...servers].sort());
      for (const path of servers) rmSync(join(root, path));
      purge();
      expect([existsSync(join(root, 'etc/weft')), existsSync(join(root, 'var/lib/weft'))]).toEqual([false, false]);
      purge();
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});

describe('udev rules', () => {
  const order = (name) => Number(/^(\d+)-/.exec(name)[1]);
  const rules = installed
    .filter((path) => path.endsWith('.rules'))
    .map((path) => basename(path))
    .sort();

  test('legs are marked before storage, md and LVM rules look at them, volumes are named after', () => {
    expect(rules).toEqual(['59-weft-legs.rules', '65-weft-volumes.rules']);
    // 60-persistent-storage, 64-md-raid-assembly, 69-lvm; 63-md-raid-arrays comes before ours.
    expect(order(rules[0])).toBeLessThan(60);
    expect([order(rules[1]) > 63, order(rules[1]) < 69]).toEqual([true, true]);
  });

  test('every label is reached by a jump and every jump has its label', () => {
    for (const name of rules) {
      const text = read(`udev/${name}`);
      const of = (pattern) => [...new Set([...text.matchAll(pattern)].map((match) => match[1]))].sort();
      expect(of(/GOTO="([^"]+)"/g)).toEqual(of(/LABEL="([^"]+)"/g));
    }
  });

  test('they are in the initramfs too', () => {
    for (const name of rules) expect(read('initramfs-tools/weft-agent')).toContain(name);
  });
});

describe('units', () => {
  test('at shutdown: mounts, then the agent, then the volumes, then the network', () => {
    const volumes = read('systemd/weft-volumes.service');
    expect(volumes).toMatch(/^After=network-online\.target\b/m);
    expect(volumes).toMatch(/^Before=remote-fs-pre\.target$/m);
    expect(volumes).toMatch(/^RefuseManualStop=yes$/m);
    expect(volumes).toMatch(/^ExecStop=\/usr\/bin\/weft-agent unwind$/m);
    expect(read('systemd/weft-agent.service')).toMatch(/^After=.*\bweft-volumes\.service\b/m);
  });
});
