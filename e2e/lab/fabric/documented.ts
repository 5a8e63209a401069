import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { shellQuoted } from '../machines/channel.js';
import type { Machine } from '../machines/machine.js';

const docs = fileURLToPath(new URL('../../../docs/', import.meta.url));

/**
 * Runs a block of a document unchanged (`# block: NAME`), with the variables that the block declares, in a shell that stops at the
 * first error.
 * @returns its output.
 */
export async function runDocumented(
  machine: Machine,
  document: string,
  block: string,
  variables: Record<string, string>,
  timeoutSeconds = 120,
): Promise<string> {
  const text = await readFile(`${docs}${document}`, 'utf8');
  const found = [...text.matchAll(/```sh\n# block: (\S+)\n([\s\S]*?)```/g)].find(([, name]) => name === block);
  if (!found?.[2]) throw new Error(`docs/${document} has no block ${block}`);
  const needs = /^# needs: (.*)$/m.exec(found[2])?.[1]?.split(' ') ?? [];
  const missing = needs.filter((name) => variables[name] === undefined);
  if (missing.length > 0) throw new Error(`block ${block} of docs/${document} needs ${missing.join(', ')}`);
  const assignments = Object.entries(variables).map(([name, value]) => `${name}=${shellQuoted([value])}`);
  return machine.run(`set -eu\n${assignments.join('\n')}\n${found[2]}`, { timeoutSeconds });
}

/** The /etc/fstab line of docs/mounting.md, for another volume and mount point. */
export async function documentedFstabLine(volumeName: string, mountPoint: string): Promise<string> {
  const line = /^\/dev\/weft\/orders .*$/m.exec(await readFile(`${docs}mounting.md`, 'utf8'))?.[0];
  if (!line) throw new Error('docs/mounting.md has no fstab line for /dev/weft/orders');
  return line.replace('/dev/weft/orders', `/dev/weft/${volumeName}`).replace('/srv/orders', mountPoint);
}
