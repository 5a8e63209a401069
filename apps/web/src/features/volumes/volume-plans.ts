import { formatBytes } from '@weft/shared/units';
import type { Attachment, Leg, Volume } from '../../api/types.js';
import type { PlanStep } from '../../ui/plan-steps.js';

/*
 * Steps per node, as text. The server makes the decisions (dry run, refusals); the steps follow the order in docs/architecture.md.
 */
const legName = ({ index, drive }: Pick<Leg, 'index' | 'drive'>) => `leg ${index} on drive ${drive.serial}`;
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
      node: node.name,
      what: `${legName(leg)} grows from ${formatBytes(before.sizeBytes)} to ${formatBytes(leg.sizeBytes)}; what is new is zeroed before anybody sees it`,
    })),
    ...byNode(attachments).map(({ node, device }) => ({
      node: node.name,
      what: `${device ?? 'the device'} takes up the new size, once every leg is reported zeroed; the file system on it is yours to grow`,
    })),
    ...(attachments.length === 0 ? [{ node: null, what: 'the next attach shows the new size: nobody has it attached' }] : []),
  ];
}

interface Statements {
  clientIsOff: boolean;
  /** Node ids of targets. */
  targetsOff: readonly string[];
}

export function revokeSteps(volume: Volume, { node }: Attachment, { clientIsOff, targetsOff }: Statements): PlanStep[] {
  const targets = [...new Map(volume.legs.map((leg) => [leg.node.id, leg.node])).values()];
  const legsOn = (id: string) =>
    volume.legs
      .filter((leg) => leg.node.id === id)
      .map(legName)
      .join(', ');
  const isOff = ({ id }: { id: string }) => targetsOff.includes(id);
  return [
    ...byNode(targets.map((each) => ({ node: each }))).map(({ node: target }) => ({
      node: target.name,
      what: isOff(target)
        ? `its fence is not waited for, on your word that it is off; ${legsOn(target.id)} leaves the epoch. When ${target.name} has confirmed the fence it is removed, or kept if its loss had to be accepted`
        : `fences ${legsOn(target.id)}: ${node.name} is let in no more, what it has sent is finished, and that is reported`,
    })),
    {
      node: node.name,
      what: clientIsOff ? 'its word is not waited for, on your word that it is off' : 'takes the device apart when it can, and reports it',
    },
    {
      node: null,
      what: `${volume.name} may be attached elsewhere as soon as every target is fenced or left out`,
    },
  ];
}

export const acceptLossSteps = (volume: Volume, legIds: readonly string[]): PlanStep[] => [
  ...byNode(volume.legs.filter(({ id }) => legIds.includes(id))).map((leg) => ({
    node: leg.node.name,
    what: `${legName(leg)} is given up: what was written to it alone is lost to the volume, and it never joins again; it is kept until somebody discards it`,
  })),
  { node: null, what: `epoch ${volume.epoch} ends; epoch ${volume.epoch + 1} starts with the other legs at the next attach` },
];

export const discardSteps = (volume: Volume, legIds: readonly string[]): PlanStep[] =>
  byNode(volume.obsoleteLegs.filter(({ id }) => legIds.includes(id))).map((leg) => ({
    node: leg.node.name,
    what: `${legName(leg)} of epoch ${leg.epoch} is removed with what is on it; its ${formatBytes(leg.sizeBytes)} are free when that is reported`,
  }));

export const deleteSteps = ({ legs, obsoleteLegs }: Volume): PlanStep[] => [
  ...byNode([...legs, ...obsoleteLegs]).map((leg) => ({ node: leg.node.name, what: `${legName(leg)} is removed with what is on it` })),
  { node: null, what: 'the volume is gone, and its space free, when every node has reported that' },
];
