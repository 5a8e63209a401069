import type { DeploymentDiff, DeploymentItem } from '@weft/shared/kinds/deployments/deployment';
import type { DeployedClass, DeployedVolume, DeploymentDocument } from '@weft/shared/kinds/deployments/document';
import type { StorageNetwork } from '@weft/shared/kinds/settings';
import type { Message } from '@weft/shared/text/message';
import { messageOf } from '@weft/shared/text/rendering/render';
import { formatBytes } from '@weft/shared/units';
import type { DeploymentWorld, WorldClass, WorldNode, WorldVolume } from './deployment-world.js';
import { type DriveMatch, matchDrives } from './drive-match.js';
import { deployedMembersOf } from './members.js';

/*
 * A document beside the cluster. A deployment adds objects and sets labels; it changes nothing else. An object that exists with other properties is a conflict.
 */

export interface LabelChange {
  node: WorldNode;
  /** Only the labels that differ. */
  labels: Record<string, string>;
}

export interface Comparison {
  diff: DeploymentDiff;
  networks: StorageNetwork[];
  labels: LabelChange[];
  drives: DriveMatch[];
  classes: DeployedClass[];
  volumes: DeployedVolume[];
  attachments: DeploymentDocument['attachments'];
  /** Of nodes and drives that the document names. */
  problems: Message[];
}

type Kind = DeploymentItem['kind'];

/** JSON with sorted keys, so that equal values have equal texts. */
export function stable(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

export const networkText = ({ cidrs }: Pick<StorageNetwork, 'cidrs'>): string => [...cidrs].sort().join(', ');
export const classText = ({ description, labels, members }: Omit<DeployedClass, 'name'>): string => {
  const sorted = Object.fromEntries(Object.entries(members).map(([key, value]) => [key, Array.isArray(value) ? [...value].sort() : value]));
  return stable({ description, labels, members: sorted });
};
export const volumeText = ({ sizeBytes, protection, ...rest }: Omit<DeployedVolume, 'name'>): string =>
  `${formatBytes(sizeBytes)} ${protection} ${stable({ sizeBytes, ...rest })}`;

export const deployedVolumeOf = ({ name, spec }: WorldVolume, { classes }: Pick<DeploymentWorld, 'classes'>): DeployedVolume => {
  const { driveClassId, ...fields } = spec;
  return { name, ...fields, driveClass: classes.find(({ id }) => id === driveClassId)?.name ?? '' };
};

export const deployedClassOf = ({ name, description, labels, members }: WorldClass, world: DeploymentWorld): DeployedClass => ({
  name,
  description,
  labels,
  members: deployedMembersOf(members, world),
});

export const attachmentName = ({ volume, node }: { volume: string; node: string }): string => `${volume} on ${node}`;
const attachmentText = ({ mode, transport }: { mode: string; transport: string }): string => `${mode}, ${transport}`;

export function compare(document: DeploymentDocument, world: DeploymentWorld): Comparison {
  const diff: DeploymentDiff = { add: [], change: [], conflicts: [], untouched: [], unchanged: 0 };
  const nodes = labelsBeside(document, world, diff);
  const { drives, problems } = drivesBeside(document, world, diff);
  const networks = beside('storage-network', diff, {
    wanted: document.storageNetworks,
    present: world.storageNetworks,
    nameOf: ({ name }) => name,
    text: networkText,
  });
  const classes = beside('drive-class', diff, {
    wanted: document.driveClasses,
    present: world.classes.map((each) => deployedClassOf(each, world)),
    nameOf: ({ name }) => name,
    text: classText,
  });
  const volumes = beside('volume', diff, {
    wanted: document.volumes,
    present: world.volumes.map((each) => deployedVolumeOf(each, world)),
    nameOf: ({ name }) => name,
    text: volumeText,
  });
  const attachments = beside('attachment', diff, {
    wanted: document.attachments,
    present: world.attachments,
    nameOf: attachmentName,
    text: attachmentText,
  });
  const conflicts = diff.conflicts.map(({ kind, name }) => messageOf('deployment-conflict', { kind: kind.replaceAll('-', ' '), name }));
  return { diff, ...nodes, drives, networks, classes, volumes, attachments, problems: [...nodes.problems, ...problems, ...conflicts] };
}

interface Sides<W, P> {
  wanted: readonly W[];
  present: readonly P[];
  nameOf: (each: W | P) => string;
  text: (each: W | P) => string;
}

/** Adds both sides to the diff. @returns the objects that the cluster does not have */
function beside<W, P>(kind: Kind, diff: DeploymentDiff, { wanted, present, nameOf, text }: Sides<W, P>): W[] {
  const now = new Map(present.map((each) => [nameOf(each), text(each)]));
  const missing = wanted.filter((each) => !now.has(nameOf(each)));
  diff.add.push(...missing.map((each) => ({ kind, name: nameOf(each), from: null, to: text(each) })));
  for (const each of wanted) {
    const [name, to] = [nameOf(each), text(each)];
    const from = now.get(name);
    if (from === to) diff.unchanged += 1;
    else if (from !== undefined) diff.conflicts.push({ kind, name, from, to });
  }
  const names = new Set(wanted.map(nameOf));
  for (const [name, from] of now) if (!names.has(name)) diff.untouched.push({ kind, name, from, to: null });
  return missing;
}

const labelsText = (labels: Record<string, string>): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join(', ');

function labelsBeside(
  document: DeploymentDocument,
  { nodes }: DeploymentWorld,
  diff: DeploymentDiff,
): { labels: LabelChange[]; problems: Message[] } {
  const labels: LabelChange[] = [];
  const problems: Message[] = [];
  for (const wanted of document.nodes) {
    const node = nodes.find(({ name }) => name === wanted.name);
    if (!node) {
      problems.push(messageOf('deployment-node-unknown', { node: wanted.name }));
      continue;
    }
    const differing = Object.entries(wanted.labels).filter(([key, value]) => node.labels[key] !== value);
    if (differing.length === 0) diff.unchanged += 1;
    else {
      const to = Object.fromEntries(differing);
      labels.push({ node, labels: to });
      const from = Object.fromEntries(differing.flatMap(([key]) => (node.labels[key] === undefined ? [] : [[key, node.labels[key]]])));
      diff.change.push({ kind: 'node', name: node.name, from: labelsText(from), to: labelsText(to) });
    }
  }
  const named = new Set(document.nodes.map(({ name }) => name));
  const others = nodes.filter(({ name }) => !named.has(name));
  diff.untouched.push(...others.map(({ name, labels: from }) => ({ kind: 'node' as const, name, from: labelsText(from), to: null })));
  return { labels, problems };
}

function drivesBeside(
  document: DeploymentDocument,
  world: DeploymentWorld,
  diff: DeploymentDiff,
): { drives: DriveMatch[]; problems: Message[] } {
  const used = new Set<string>();
  const drives: DriveMatch[] = [];
  const problems: Message[] = [];
  for (const entry of document.drives) {
    const node = world.nodes.find(({ name }) => name === entry.node);
    if (!node) {
      if (!document.nodes.some(({ name }) => name === entry.node))
        problems.push(messageOf('deployment-node-unknown', { node: entry.node }));
      continue;
    }
    const match = matchDrives(entry, node, world, used);
    for (const { id } of [...match.take, ...match.taken]) used.add(id);
    drives.push(match);
    problems.push(...match.problems);
    diff.unchanged += match.taken.length;
    diff.add.push(
      ...match.take.map(({ serial, model, sizeBytes }) => ({
        kind: 'drive' as const,
        name: `${serial} of ${node.name}`,
        from: null,
        to: `${model}, ${formatBytes(sizeBytes)}`,
      })),
    );
  }
  const nameOfNode = new Map(world.nodes.map(({ id, name }) => [id, name]));
  const others = world.drives.filter(({ id, state }) => state === 'in-service' && !used.has(id));
  diff.untouched.push(
    ...others.map(({ serial, nodeId, model, sizeBytes }) => ({
      kind: 'drive' as const,
      name: `${serial} of ${nameOfNode.get(nodeId) ?? nodeId}`,
      from: `${model}, ${formatBytes(sizeBytes)}`,
      to: null,
    })),
  );
  return { drives, problems };
}
