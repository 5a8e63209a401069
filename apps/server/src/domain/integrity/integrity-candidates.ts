import { driveRef, nodeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import type { Candidates } from '../placement/candidates.js';

const MOST_NAMED = 6;

/** Drives for legs on dm-integrity. Pure. @param able ids of the nodes whose kernel and agent know it. */
export function candidatesWithIntegrity(all: Candidates, able: ReadonlySet<string>): Candidates {
  const out = all.drives.filter(({ nodeId }) => !able.has(nodeId));
  if (out.length === 0) return all;
  const drives = out
    .slice(0, MOST_NAMED)
    .map(({ driveId, serial, nodeId, nodeName }) =>
      messageOf('drive-of-node', { drive: driveRef(driveId, serial), node: nodeRef(nodeId, nodeName) }),
    );
  return {
    ...all,
    drives: all.drives.filter(({ nodeId }) => able.has(nodeId)),
    leftOut: [...all.leftOut, messageOf('drives-without-integrity', { count: out.length, drives })],
  };
}
