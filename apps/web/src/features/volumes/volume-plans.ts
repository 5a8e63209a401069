import { formatBytes } from '@weft/shared/units';
import type { Attachment, Leg, Volume } from '../../api/types.js';
import type { PlanStep } from '../../ui/plan-steps.js';
import { driveNoun, nodeNoun, volumeNoun } from '../../ui/text/nouns.js';
import { listed, type Sentence, sentence } from '../../ui/text/sentence.js';

/*
 * Steps per node, as text. The server makes the decisions (dry run, refusals); the steps follow the order in docs/architecture.md.
 */
const legName = ({ index, drive }: Pick<Leg, 'index' | 'drive'>): Sentence => sentence`leg ${index} on drive ${driveNoun(drive)}`;
const byNode = <T extends { node: { name: string } }>(all: readonly T[]): T[] =>
  [...all].sort((a, b) => a.node.name.localeCompare(b.node.name));

/** @param planned the volume as the dry run returns it. */
export function growSteps(volume: Volume, planned: Volume, attachments: readonly Attachment[]): PlanStep[] {
  const grown = planned.legs.flatMap((leg) => {
    const before = volume.legs.find(({ id }) => id === leg.id);
    return before && leg.sizeBytes > before.sizeBytes ? [{ leg, before }] : [];
  });
  return [
    ...byNode(grown.map(({ leg, before }) => ({ node: leg.node, leg, before }))).map(({ node, leg, before }) => ({
      node,
      what: sentence`${legName(leg)} grows from ${formatBytes(before.sizeBytes)} to ${formatBytes(leg.sizeBytes)}; new space is zeroed before use`,
    })),
    ...byNode(attachments).map(({ node, device }) => ({
      node,
      what: `${device ?? 'the device'} takes the new size after every leg is reported zeroed; grow its file system yourself`,
    })),
    ...(attachments.length === 0 ? [{ node: null, what: 'not attached: the next attach shows the new size' }] : []),
  ];
}

interface Statements {
  clientIsOff: boolean;
  /** Node ids of targets. */
  targetsOff: readonly string[];
}

export function revokeSteps(volume: Volume, { node }: Attachment, { clientIsOff, targetsOff }: Statements): PlanStep[] {
  const targets = [...new Map(volume.legs.map((leg) => [leg.node.id, leg.node])).values()];
  const legsOn = (id: string) => listed(volume.legs.filter((leg) => leg.node.id === id).map(legName));
  const isOff = ({ id }: { id: string }) => targetsOff.includes(id);
  return [
    ...byNode(targets.map((each) => ({ node: each }))).map(({ node: target }) => ({
      node: target,
      what: isOff(target)
        ? sentence`no wait for its fence, by your statement that it is off; ${legsOn(target.id)} leaves the epoch, and is removed after ${nodeNoun(target)} confirms the fence, or kept if its loss had to be accepted`
        : sentence`fences ${legsOn(target.id)}: refuses ${nodeNoun(node)}, completes its pending I/O, and reports it`,
    })),
    {
      node,
      what: clientIsOff ? 'no wait for its report, by your statement that it is off' : 'removes the device when it can, and reports it',
    },
    {
      node: null,
      what: sentence`${volumeNoun(volume)} may be attached elsewhere as soon as every target is fenced or excluded`,
    },
  ];
}

export const acceptLossSteps = (volume: Volume, legIds: readonly string[]): PlanStep[] => [
  ...byNode(volume.legs.filter(({ id }) => legIds.includes(id))).map((leg) => ({
    node: leg.node,
    what: sentence`${legName(leg)} is given up: writes that only this leg has are lost to the volume, and it never joins again; it is kept until somebody discards it`,
  })),
  { node: null, what: `epoch ${volume.epoch} ends; epoch ${volume.epoch + 1} starts with the other legs at the next attach` },
];

export const discardSteps = (volume: Volume, legIds: readonly string[]): PlanStep[] =>
  byNode(volume.obsoleteLegs.filter(({ id }) => legIds.includes(id))).map((leg) => ({
    node: leg.node,
    what: sentence`${legName(leg)} of epoch ${leg.epoch} is removed with its data; its ${formatBytes(leg.sizeBytes)} are free after the report`,
  }));

export const deleteSteps = ({ legs, obsoleteLegs }: Volume): PlanStep[] => [
  ...byNode([...legs, ...obsoleteLegs]).map((leg) => ({ node: leg.node, what: sentence`${legName(leg)} is removed with its data` })),
  { node: null, what: 'the volume is deleted and its space is free after every node has reported' },
];
