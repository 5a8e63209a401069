import { DomainError } from '@weft/shared/errors/domain-error';
import type { Message } from '@weft/shared/text/message';
import { driveRef, nodeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import { GiB } from '@weft/shared/units';
import type { CandidateDrive } from './candidates.js';
import { type PlacementRequest, placeVolume } from './placement.js';

export const candidate = (node: string, n: number, more: Partial<CandidateDrive> = {}): CandidateDrive => ({
  driveId: `${node}-d${n}`,
  serial: `S-${node}-${n}`,
  nodeId: `id-${node}`,
  nodeName: node,
  failureDomain: node,
  numaNode: n % 2,
  freeBytes: 100 * GiB,
  capacityBytes: 100 * GiB,
  ...more,
});
export const cordoned = (node: string): Message =>
  messageOf('drives-cordoned', {
    count: 1,
    drives: [messageOf('drive-of-node', { drive: driveRef(`d-${node}`, 'S'), node: nodeRef(node, node) })],
  });
export const fleet = (nodes: number, each: number) =>
  Array.from({ length: nodes }, (_, node) => Array.from({ length: each }, (_, n) => candidate(`n${node + 1}`, n))).flat();
export const request = (more: Partial<PlacementRequest> = {}): PlacementRequest => ({
  protection: 'raid10',
  sizeBytes: 10 * GiB,
  stripeWidth: 2,
  stripeSizeBytes: 65_536,
  failureDomain: 'node',
  ...more,
});
export const place = (wanted: PlacementRequest, drives: CandidateDrive[], leftOut: Message[] = []) =>
  placeVolume(wanted, { className: 'fast', drives, leftOut });
export const attempt = (wanted: PlacementRequest, drives: CandidateDrive[]) => {
  try {
    return place(wanted, drives);
  } catch (error) {
    if (error instanceof DomainError && error.code.startsWith('insufficient-')) return null;
    throw error;
  }
};
export const tally = (values: string[]) =>
  Object.fromEntries([...new Set(values)].map((value) => [value, values.filter((other) => other === value).length]));
