import { INTEGRITY_BLOCK_BYTES, INTEGRITY_JOURNAL_SECTORS, INTEGRITY_TAG_BYTES } from '@weft/shared/integrity/integrity-layout';
import type { DmIntegrity } from '../../dm-integrity.js';
import type { IntegrityTable } from '../../operations.js';
import type { Action } from '../run/action.js';
import { DM_SECONDS, mknodes, SECTOR } from './mapping-actions.js';

/** What tables of Weft's always have, as the kernel prints them too. */
export const INTEGRITY_HEAD = `${INTEGRITY_TAG_BYTES} B`;
export const INTEGRITY_WORDS = ['internal_hash:crc32c', `block_size:${INTEGRITY_BLOCK_BYTES}`] as const;

/**
 * start length integrity device offset tag-bytes mode arguments. `fix_padding` and `journal_sectors` count when the kernel formats; `recalculate` lets it compute
 * the checksums of what was never written, and of what was being written at a power loss.
 */
export function integrityTable({ lengthBytes, device }: IntegrityTable): string {
  const words = [...INTEGRITY_WORDS, 'fix_padding', `journal_sectors:${INTEGRITY_JOURNAL_SECTORS}`, 'recalculate'];
  return `0 ${lengthBytes / SECTOR} integrity ${device} 0 ${INTEGRITY_HEAD} ${words.length} ${words.join(' ')}`;
}

const syncOf = (udev: boolean): string[] => (udev ? [] : ['--noudevsync']);
const create = ({ name, uuid, ...table }: IntegrityTable, sync: string[]): Action => ({
  do: 'exec',
  argv: ['dmsetup', 'create', ...sync, '--uuid', uuid, name],
  input: `${integrityTable({ name, uuid, ...table })}\n`,
  seconds: DM_SECONDS,
});
const remove = (name: string, udev: boolean): Action => ({
  do: 'exec',
  argv: ['dmsetup', 'remove', ...syncOf(udev), ...(udev ? ['--retry'] : []), name],
  seconds: DM_SECONDS,
});

/** Left by a format that was interrupted. */
export const dropIntegrity = (name: string, udev: boolean): Action[] => [{ ...remove(name, udev), when: { fact: 'mapping-exists', name } }];

/** Over zeros: the kernel writes its superblock when the table is loaded. */
export const makeSuperblock = (table: IntegrityTable, udev: boolean): Action[] => [
  create(table, syncOf(udev)),
  remove(table.name, udev),
  { do: 'check', fact: { fact: 'integrity-formatted', device: table.device, lengthBytes: table.lengthBytes } },
];

export function createIntegrity({ name, uuid, device, lengthBytes }: IntegrityTable, sync: string[]): Action[] {
  const there = { fact: 'mapping-exists', name } as const;
  return [
    // A create that was interrupted between naming and loading leaves a mapping without a table.
    { do: 'exec', argv: ['dmsetup', 'remove', ...sync, name], seconds: DM_SECONDS, when: { fact: 'mapping-empty', name } },
    { do: 'check', fact: { fact: 'integrity-formatted', device, lengthBytes }, unless: there, code: 'integrity-lost' },
    { ...create({ name, uuid, device, lengthBytes }, sync), unless: there },
    ...(sync.length > 0 ? [mknodes(name)] : []),
    { do: 'check', fact: { fact: 'integrity-over', name, uuid, device, lengthBytes } },
  ];
}

export const INTEGRITY_STATUS = ['dmsetup', 'status', '--target', 'integrity'] as const;

/** `leg: 0 131072 integrity 0 137192 65536`: wrong checksums, sectors that it could offer, sectors whose checksums are computed; `-`: it computes none. */
export const parseIntegrityStatus = (text: string): DmIntegrity[] =>
  text.split('\n').flatMap((line): DmIntegrity[] => {
    const [, name, sectors, errors, covered] = /^(\S+): \d+ (\d+) integrity (\d+) \d+ (\d+|-)/.exec(line.trim()) ?? [];
    if (name === undefined) return [];
    const isComplete = covered === '-' || Number(covered) >= Number(sectors);
    return [{ name, checksumErrors: Number(errors), coveredBytes: isComplete ? null : Number(covered) * SECTOR }];
  });
