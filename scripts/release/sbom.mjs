import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeProductionManifests } from './production-lock.mjs';

/** A UUID that follows from a text (RFC 9562, section 5.8: version 8). */
function uuidOf(text) {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x80;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/**
 * npm gives each document a random serial number, the current time, and the name of its folder. Here they follow from the commit and its package.json, so
 * that the same commit gives the same bytes.
 */
export function fixedSbom(document, { name, commit, epoch }) {
  const { metadata } = document;
  const timestamp = new Date(epoch * 1000).toISOString();
  return {
    ...document,
    serialNumber: `urn:uuid:${uuidOf(commit)}`,
    metadata: { ...metadata, timestamp, component: { ...metadata.component, name } },
  };
}

/** Workspaces that a user gets. */
const shipped = ['apps/server', 'apps/web', 'packages/agent', 'packages/cli', 'packages/csi', 'packages/shared'];

/** The packages that a user gets with agent, server, console and command line, as CycloneDX in JSON. */
export function sbomOf(root, { commit, epoch }) {
  const folder = mkdtempSync(join(tmpdir(), 'weft-sbom-'));
  try {
    writeProductionManifests({ root, workspaces: shipped, target: folder });
    const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
    const document = JSON.parse(execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 }));
    const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return `${JSON.stringify(fixedSbom(document, { name, commit, epoch }), null, 2)}\n`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
