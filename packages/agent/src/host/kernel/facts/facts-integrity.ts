import { open } from 'node:fs/promises';
import { INTEGRITY_BLOCK_BYTES, INTEGRITY_TAG_BYTES } from '@weft/shared/integrity/integrity-layout';
import { INTEGRITY_HEAD, INTEGRITY_WORDS } from '../dm/integrity-actions.js';
import { type FactResult, type HostContext, reasonUnless } from '../lookup/host-context.js';
import type { Fact } from '../run/action.js';
import type { Tree } from '../run/host-fs.js';

export type IntegrityFact = Extract<Fact, { fact: `integrity-${string}` }>;
const SECONDS = 30;
const SECTOR = 512;

export const integrityFact = (fact: IntegrityFact, context: HostContext): Promise<FactResult> =>
  fact.fact === 'integrity-formatted' ? isFormatted(fact, context.tree) : isOver(fact, context);

async function isFormatted(
  { device, lengthBytes }: Extract<IntegrityFact, { fact: 'integrity-formatted' }>,
  tree: Tree,
): Promise<FactResult> {
  const file = await open(tree.path(device), 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(SECTOR), 0, SECTOR, 0);
    return superblockMismatch(device, buffer, lengthBytes);
  } finally {
    await file.close();
  }
}

/** struct superblock in drivers/md/dm-integrity.c, little-endian. */
export function superblockMismatch(device: string, buffer: Buffer, lengthBytes: number): FactResult {
  if (buffer.toString('latin1', 0, 8) !== 'integrt\0')
    return `${device} has no superblock of dm-integrity, though its tag says that it was formatted: its bytes are not those of the leg`;
  const [tagBytes, offered, blockBytes] = [buffer.readUInt16LE(10), buffer.readBigUInt64LE(16), SECTOR << buffer.readUInt8(28)];
  if (tagBytes !== INTEGRITY_TAG_BYTES || blockBytes !== INTEGRITY_BLOCK_BYTES)
    return `${device} was formatted with ${tagBytes} bytes for each ${blockBytes}, not with ${INTEGRITY_TAG_BYTES} for each ${INTEGRITY_BLOCK_BYTES}`;
  return reasonUnless(
    offered * BigInt(SECTOR) >= BigInt(lengthBytes),
    `${device} was formatted for ${offered} sectors, fewer than the leg has`,
  );
}

async function isOver(fact: Extract<IntegrityFact, { fact: 'integrity-over' }>, { tree, run }: HostContext): Promise<FactResult> {
  const { name, device, lengthBytes } = fact;
  const argv = ['dmsetup', 'info', '--columns', '--noheadings', '--options', 'uuid', name];
  const uuid = (await run(argv, { seconds: SECONDS })).stdout.trim();
  if (uuid !== fact.uuid) return `mapping ${name} has uuid "${uuid}", not ${fact.uuid}: somebody else made it; remove it by hand`;
  const table = (await run(['dmsetup', 'table', name], { seconds: SECONDS })).stdout.trim();
  const head = `0 ${lengthBytes / SECTOR} integrity ${(await tree.deviceNumber(device)) ?? device} 0 ${INTEGRITY_HEAD} `;
  const words = table.split(/\s+/);
  return reasonUnless(
    table.startsWith(head) && INTEGRITY_WORDS.every((word) => words.includes(word)),
    `mapping ${name} is "${table}", which is not Weft's dm-integrity over ${device}: it is left alone`,
  );
}
