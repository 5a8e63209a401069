/**
 * Stands for the package `mongodb-org-server` of MongoDB's own repository, which no mirror of Debian has: the mongod of the tests under the paths, the user and
 * the unit's name that `weft-server mongodb init` counts on.
 */
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findMongod } from '@weft/test-support/mongod';
import { hostCommand } from '../image/host-command.js';

const control = (version: string) => `Package: mongodb-org-server
Version: ${version}
Architecture: amd64
Maintainer: The Weft contributors <maintainers@weft.invalid>
Depends: adduser, libcurl4t64 | libcurl4, libssl3t64 | libssl3, liblzma5
Description: mongod of the tests, under the paths of MongoDB's own package
`;

const postinst = `#!/bin/sh
set -e
adduser --quiet --system --group --no-create-home --home /var/lib/mongodb mongodb
install -d -m 0755 -o mongodb -g mongodb /var/lib/mongodb /var/log/mongodb
[ ! -d /run/systemd/system ] || systemctl daemon-reload
`;

const unit = `[Unit]
Description=MongoDB
Wants=network-online.target
After=network-online.target

[Service]
User=mongodb
Group=mongodb
ExecStart=/usr/bin/mongod --config /etc/mongod.conf
LimitNOFILE=64000
LimitMEMLOCK=infinity

[Install]
WantedBy=multi-user.target
`;

const settings = `storage:
  dbPath: /var/lib/mongodb
net:
  bindIp: 127.0.0.1
`;

/** @returns path of the package */
export async function buildMongodbPackage(output: string): Promise<string> {
  const mongod = findMongod();
  const version = /v(\d+\.\d+\.\d+)/.exec(await hostCommand([mongod, '--version']))?.[1];
  if (version === undefined) throw new Error(`${mongod} --version names no version`);
  const stage = await mkdtemp(join(tmpdir(), 'weft-mongodb-deb-'));
  try {
    const files: Record<string, string> = {
      'DEBIAN/control': control(version),
      'DEBIAN/conffiles': '/etc/mongod.conf\n',
      'DEBIAN/postinst': postinst,
      'usr/lib/systemd/system/mongod.service': unit,
      'etc/mongod.conf': settings,
    };
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(stage, path)), { recursive: true });
      await writeFile(join(stage, path), content);
    }
    await mkdir(join(stage, 'usr/bin'));
    await cp(mongod, join(stage, 'usr/bin/mongod'));
    for (const program of ['DEBIAN/postinst', 'usr/bin/mongod']) await chmod(join(stage, program), 0o755);
    await chmod(stage, 0o755);
    const deb = join(output, `mongodb-org-server_${version}_amd64.deb`);
    await hostCommand(['dpkg-deb', '--root-owner-group', '-Znone', '--build', stage, deb]);
    return deb;
  } finally {
    await rm(stage, { recursive: true });
  }
}
