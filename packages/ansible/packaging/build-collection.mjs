#!/usr/bin/env node
// Packs the Ansible collection: weft-storage-<version>.tar.gz. The same files give the same bytes; the archive of `ansible-galaxy collection build`
// holds the time of the build.
//   node packages/ansible/packaging/build-collection.mjs [output folder]     default: packages/ansible/dist
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { plainModes } from '../../../scripts/release/deb.mjs';

const collection = join(dirname(fileURLToPath(import.meta.url)), '..');
const root = join(collection, '../..');
const content = ['meta', 'plugins', 'roles'];

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const asJson = (value) => `${JSON.stringify(value, null, 1)}\n`;

/** FILES.json: each file and folder of an archive, as ansible-core's galaxy/collection reads it. */
function filesOf(stage) {
  const names = readdirSync(stage, { recursive: true }).map(String).sort();
  const entries = names.map((name) => {
    const isFolder = statSync(join(stage, name)).isDirectory();
    const checksum = isFolder ? null : sha256(readFileSync(join(stage, name)));
    return { name, ftype: isFolder ? 'dir' : 'file', chksum_type: isFolder ? null : 'sha256', chksum_sha256: checksum, format: 1 };
  });
  return { files: [{ name: '.', ftype: 'dir', chksum_type: null, chksum_sha256: null, format: 1 }, ...entries], format: 1 };
}

/** MANIFEST.json: galaxy.yml, and the checksum of FILES.json. */
function manifestOf({ build_ignore: _, ...galaxy }, files) {
  const info = { license_file: null, dependencies: {}, repository: null, documentation: null, homepage: null, issues: null, ...galaxy };
  const file = { name: 'FILES.json', ftype: 'file', chksum_type: 'sha256', chksum_sha256: sha256(files), format: 1 };
  return { collection_info: info, file_manifest_file: file, format: 1 };
}

/** @returns {string} path of the archive */
export function buildCollection(output = join(collection, 'dist')) {
  const galaxy = parse(readFileSync(join(collection, 'galaxy.yml'), 'utf8'));
  const stage = mkdtempSync(join(tmpdir(), 'weft-collection-'));
  try {
    const isSource = (path) => !/__pycache__|\.pyc$/.test(path);
    for (const folder of content) cpSync(join(collection, folder), join(stage, folder), { recursive: true, filter: isSource });
    cpSync(join(root, 'LICENSE'), join(stage, 'LICENSE'));
    cpSync(join(root, 'docs/ansible.md'), join(stage, 'README.md'));
    const files = asJson(filesOf(stage));
    writeFileSync(join(stage, 'FILES.json'), files);
    writeFileSync(join(stage, 'MANIFEST.json'), asJson(manifestOf(galaxy, files)));
    plainModes(stage);
    mkdirSync(output, { recursive: true });
    const archive = join(resolve(output), `${galaxy.namespace}-${galaxy.name}-${galaxy.version}.tar.gz`);
    const plain = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${process.env.SOURCE_DATE_EPOCH ?? 0}`];
    execFileSync('tar', [
      '--create',
      ...plain,
      '--use-compress-program=gzip -n',
      '--file',
      archive,
      '--directory',
      stage,
      ...readdirSync(stage).sort(),
    ]);
    return archive;
  } finally {
    rmSync(stage, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(buildCollection(process.argv[2]));
