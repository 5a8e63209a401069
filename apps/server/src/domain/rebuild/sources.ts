import { driveIdOfVg, legIdOfLv, WIPED_TAG } from '@weft/shared/identity';
import { type LegLabel, labelOfTags } from '@weft/shared/labels/leg-label';
import type { AttachmentAssignment, ExportAssignment } from '@weft/shared/messages/assignment';
import type { NodeDescription } from '@weft/shared/messages/node-description';

/** A labelled leg as it lies on its drive. */
export interface FoundLeg {
  id: string;
  volumeId: string;
  driveId: string;
  node: NodeDescription;
  sizeBytes: number;
  /** It was zeroed in full, so it may hold data. */
  isReady: boolean;
  label: LegLabel;
  /** Null: none; undefined: not read. */
  superblock: { uuid: string; events: number; name: string | null } | null | undefined;
}

export interface FoundExport extends ExportAssignment {
  target: NodeDescription;
}
export interface FoundAttachment extends AttachmentAssignment {
  client: NodeDescription;
}

/** What the nodes say, by noun. */
export interface Sources {
  clusterId: string;
  nodes: readonly NodeDescription[];
  legs: readonly FoundLeg[];
  /** `<vg>/<lv>` by node id: legs that do not say what they are. */
  unlabelled: ReadonlyMap<string, string[]>;
  exports: readonly FoundExport[];
  attachments: readonly FoundAttachment[];
  /** Names, or ids where no name is known, of nodes that others name and nobody described. */
  missing: readonly string[];
}

const VOLUME_TAG = 'weft.volume.';
const volumeIdOf = (tags: readonly string[]) => tags.find((tag) => tag.startsWith(VOLUME_TAG))?.slice(VOLUME_TAG.length);

/** The only value, or an error for an operator. */
function only(values: readonly string[], what: string): string {
  const [first, ...others] = [...new Set(values)];
  if (first === undefined) throw new Error('Name at least one file that weft-agent describe has written.');
  if (others.length > 0) throw new Error(`The files are of several ${what}: ${[first, ...others].join(', ')}. Give those of one.`);
  return first;
}

function refuseTwice<T>(values: readonly T[], idOf: (value: T) => string, sentence: (twice: readonly T[]) => string): void {
  for (const id of new Set(values.map(idOf))) {
    const same = values.filter((value) => idOf(value) === id);
    if (same.length > 1) throw new Error(sentence(same));
  }
}

/**
 * Reads the descriptions together. Pure.
 * @throws Error with a message for an operator: files of several clusters, a node described twice, the same leg on two drives (a copied drive)
 */
export function sourcesOf(nodes: readonly NodeDescription[]): Sources {
  const clusterId = only(
    nodes.map(({ node }) => node.clusterId),
    'clusters',
  );
  refuseTwice(
    nodes,
    ({ node }) => node.id,
    ([first]) => `Node ${first?.node.name} is described twice: give its newest file only.`,
  );
  const found = nodes.flatMap((node) =>
    node.logicalVolumes.map(({ vg, lv, sizeBytes, tags }) => ({
      ...{ id: legIdOfLv(lv) ?? '', driveId: driveIdOfVg(vg) ?? '', volumeId: volumeIdOf(tags) ?? '' },
      ...{
        node,
        sizeBytes,
        isReady: tags.includes(WIPED_TAG),
        label: labelOfTags(tags),
        superblock: node.superblocks[legIdOfLv(lv) ?? ''],
      },
      name: `${vg}/${lv}`,
    })),
  );
  refuseTwice(
    found,
    ({ id }) => id,
    (twice) =>
      `Leg ${twice[0]?.id} is on ${twice.map(({ node, name }) => `${node.node.name} (${name})`).join(' and ')}: a drive was copied. Remove the copy and describe its node again.`,
  );
  const unlabelled = new Map<string, string[]>();
  for (const { label, volumeId, node, name } of found)
    if (label === null || volumeId === '') unlabelled.set(node.node.id, [...(unlabelled.get(node.node.id) ?? []), name]);
  const attachments = nodes.flatMap((client) => (client.assignment?.content.attachments ?? []).map((each) => ({ ...each, client })));
  const exports = nodes.flatMap((target) => (target.assignment?.content.exports ?? []).map((each) => ({ ...each, target })));
  return {
    ...{ clusterId, nodes, unlabelled, attachments, exports, missing: missingNodes(nodes, attachments, exports) },
    legs: found.flatMap(({ label, ...leg }) => (label && leg.volumeId !== '' ? [{ ...leg, label }] : [])),
  };
}

function missingNodes(
  nodes: readonly NodeDescription[],
  attachments: readonly FoundAttachment[],
  exports: readonly FoundExport[],
): string[] {
  const [ids, hosts] = [nodes.map(({ node }) => node.id), nodes.map(({ assignment }) => assignment?.content.hostNqn)];
  const targets = attachments.flatMap(({ legs }) => legs).filter(({ nodeId }) => !ids.includes(nodeId));
  const clients = exports.filter(({ hostNqn }) => !hosts.includes(hostNqn));
  return [...new Set([...targets.map(({ nodeName }) => nodeName), ...clients.map(({ hostNqn }) => hostNqn)])].sort();
}
