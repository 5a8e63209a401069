import type { DmSegment } from '../../operations.js';
import type { Action } from '../run/action.js';

/** dm itself answers at once; with udev, dmsetup waits for its rules. */
export const DM_SECONDS = 60;
export const SECTOR = 512;

interface Mapping {
  name: string;
  uuid: string;
  readOnly: boolean;
}

export function linearTable(segments: readonly DmSegment[]): string {
  return segments
    .map(
      (segment) =>
        `${segment.startBytes / SECTOR} ${segment.lengthBytes / SECTOR} linear ${segment.device} ${segment.offsetBytes / SECTOR}`,
    )
    .join('\n');
}

/** The command gets the table on its standard input. */
const giveTable = (argv: string[], table: string, keyId: string | undefined): Action =>
  keyId === undefined
    ? { do: 'exec', argv, input: `${table}\n`, seconds: DM_SECONDS }
    : { do: 'exec-with-volume-key', keyId, table, argv, seconds: DM_SECONDS };

/** A loaded table takes effect on resume, which waits for I/O in flight (dmsetup(8)). */
export function replaceTable({ name, uuid, readOnly }: Mapping, table: string, sync: string[], keyId?: string): Action[] {
  const done = { fact: 'mapping-table', name, uuid, table } as const;
  return [
    { ...giveTable(['dmsetup', 'load', ...(readOnly ? ['--readonly'] : []), name], table, keyId), unless: done },
    { do: 'exec', argv: ['dmsetup', 'resume', ...sync, name], seconds: DM_SECONDS, unless: done },
    { do: 'check', fact: done },
  ];
}

export function createMapping({ name, uuid, readOnly }: Mapping, table: string, sync: string[], keyId?: string): Action[] {
  const done = { fact: 'mapping-table', name, uuid, table } as const;
  return [
    // A create that was interrupted between naming and loading leaves a mapping without a table.
    { do: 'exec', argv: ['dmsetup', 'remove', ...sync, name], seconds: DM_SECONDS, when: { fact: 'mapping-empty', name } },
    {
      ...giveTable(['dmsetup', 'create', ...sync, ...(readOnly ? ['--readonly'] : []), '--uuid', uuid, name], table, keyId),
      unless: { fact: 'mapping-exists', name },
    },
    // Where udev does not run, nothing else creates /dev/mapper/<name>.
    ...(sync.length > 0 ? [mknodes(name)] : []),
    { do: 'check', fact: done },
  ];
}

export const mknodes = (name: string): Action => ({
  ...{ do: 'exec', argv: ['dmsetup', 'mknodes', name], seconds: DM_SECONDS },
  unless: { fact: 'mapping-node', name },
});
