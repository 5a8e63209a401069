import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { configSchema } from '../src/config/config.schema.ts';
import { files } from './build-deb.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const read = (path) => readFileSync(join(here, path), 'utf8');

describe('the package of the server', () => {
  it('has all its files, and scripts that sh can read', () => {
    for (const [from] of files) expect(existsSync(join(here, from)), from).toBe(true);
    for (const script of ['debian/postinst', 'debian/prerm', 'debian/postrm', 'weft-server']) {
      execFileSync('sh', ['-n', join(here, script)]);
      expect(statSync(join(here, script)).mode & 0o111, script).not.toBe(0);
    }
  });

  it('starts from settings that the server accepts', () => {
    expect(configSchema.safeParse(JSON.parse(read('server.json'))).success).toBe(true);
  });

  it('removes only its own folders, and only on a purge', () => {
    const [, purge] = read('debian/postrm').split('if [ "$1" = purge ]');
    const removals = [...read('debian/postrm').matchAll(/^ *rm .*$/gm)].map(([line]) => line.trim());
    expect(removals).toEqual(['rm -rf /etc/weft-server /var/lib/weft-server /etc/weft-federation /var/lib/weft-federation']);
    expect(purge).toContain(removals[0]);
  });

  it('stops the server on a removal only: an upgrade restarts it', () => {
    expect(read('debian/prerm')).toMatch(/case "\$1" in\n {2}remove\) ;;\n {2}\*\) exit 0 ;;/);
    expect(read('debian/postinst')).toContain('try-restart weft-server.service weft-federation.service');
  });

  it('is started again after a failure, but not with settings that it refuses (exit code 2)', () => {
    for (const unit of ['weft-server.service', 'weft-federation.service']) {
      expect(read(unit)).toMatch(/^Restart=always$/m);
      expect(read(unit)).toMatch(/^RestartPreventExitStatus=2$/m);
    }
  });

  it('names the user and the state folder alike in unit and sysusers.d', () => {
    for (const name of ['weft-server', 'weft-federation']) {
      expect(read(`${name}.service`)).toMatch(new RegExp(`^User=${name}$`, 'm'));
      expect(read(`${name}.service`)).toMatch(new RegExp(`^StateDirectory=${name}$`, 'm'));
      expect(read('sysusers.conf')).toMatch(new RegExp(`^u ${name} - "[^"]+" /var/lib/${name}$`, 'm'));
    }
  });

  it('starts a federation only where somebody configured zones, with the restrictions of the server', () => {
    const unit = read('weft-federation.service');
    expect(unit).toMatch(/^ConditionPathExists=\/etc\/weft-federation\/zones\.json$/m);
    expect(unit).toMatch(/^ExecStart=\/usr\/bin\/weft-server federate --config \/etc\/weft-federation\/zones\.json$/m);
    expect(read('debian/postinst')).not.toContain('enable --quiet weft-federation');
    const restrictions = (text) => text.split('NoNewPrivileges=yes')[1];
    expect(restrictions(unit)).toBe(restrictions(read('weft-server.service')));
  });
});
