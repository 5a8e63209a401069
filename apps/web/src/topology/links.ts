import type { Tone } from '../ui/marks/mark.js';
import type { Fabric, FabricAttachment, FabricVolume } from './fabric.js';
import { nicKey } from './layout.js';
import { attachmentState, gravest, legState, nicState, splitKey } from './states.js';

/** A line between two objects, by their keys. */
export interface Link {
  from: string;
  to: string;
  tone: Tone;
  /** Number of connections that the line stands for. */
  count: number;
  /** Ids of the attachments that use it; an id may stand here several times. */
  attachments: readonly string[];
}

/** Limit of lines between all nodes, or all racks: more would be unreadable, so they are merged between racks, or zones. */
const MOST_LINES = 60;

export interface Followed {
  links: readonly Link[];
  /** Drives at the ends of the paths, in the state of their legs. */
  ends: ReadonlyMap<string, Tone>;
  /** Every object on the paths, including the ends of links. */
  keys: ReadonlySet<string>;
}

interface Route {
  volume: FabricVolume;
  leg: FabricVolume['legs'][number];
  /** Null: the volume has no attachment. */
  attachment: FabricAttachment | null;
}

/** Path states as reported by clients, by attachment and address of the target. For paths not in it, only counts are known. */
export type PathStates = ReadonlyMap<string, string | null>;
export const pathName = (attachmentId: string, address: string): string => `${attachmentId} ${address}`;

/** The paths of I/O through the selected object: volume, client, NICs, networks, NICs, drives. */
export function follow(fabric: Fabric, key: string, paths: PathStates = new Map()): Followed {
  const ways = new Ways(fabric, paths);
  for (const route of routesThrough(fabric, key)) ways.add(route, key);
  ways.keys.add(key);
  return ways;
}

function routesThrough(fabric: Fabric, key: string): Route[] {
  const [kind, id] = splitKey(key);
  const ofVolume = (volume: FabricVolume | undefined, onDrive: (driveId: string) => boolean = () => true): Route[] => {
    if (!volume) return [];
    const attachments = fabric.attachmentsOf.get(volume.id) ?? [];
    return volume.legs
      .filter(({ driveId }) => onDrive(driveId))
      .flatMap((leg): Route[] =>
        attachments.length > 0 ? attachments.map((attachment) => ({ volume, leg, attachment })) : [{ volume, leg, attachment: null }],
      );
  };
  const ofNode = (nodeId: string): Route[] => {
    const asClient = (fabric.attachmentsOf.get(nodeId) ?? []).flatMap((attachment) =>
      ofVolume(fabric.volumes.get(attachment.volumeId)).filter((route) => route.attachment === attachment),
    );
    const isHere = (driveId: string) => fabric.drives.get(driveId)?.nodeId === nodeId;
    const volumes = new Set((fabric.drivesOf.get(nodeId) ?? []).flatMap((drive) => fabric.volumesOn.get(drive.id) ?? []));
    return [...asClient, ...[...volumes].flatMap((volume) => ofVolume(volume, isHere))];
  };
  switch (kind) {
    case 'volume':
      return ofVolume(fabric.volumes.get(id));
    case 'attachment': {
      const attachment = fabric.attachments.get(id);
      return ofVolume(fabric.volumes.get(attachment?.volumeId ?? '')).filter((route) => route.attachment === attachment);
    }
    case 'drive':
      return (fabric.volumesOn.get(id) ?? []).flatMap((volume) => ofVolume(volume, (driveId) => driveId === id));
    case 'node':
      return ofNode(id);
    case 'nic':
      return ofNode(id.slice(0, id.indexOf('/'))).filter(({ attachment }) => attachment !== null);
    default:
      return [];
  }
}

/** Each link once, in the worst state of the paths that use it. */
class Ways {
  readonly keys = new Set<string>();
  readonly ends = new Map<string, Tone>();
  private readonly found = new Map<string, Counted>();

  constructor(
    private readonly fabric: Fabric,
    private readonly paths: PathStates,
  ) {}

  get links(): Link[] {
    return [...this.found.values()];
  }

  add({ volume, leg, attachment }: Route, selected: string): void {
    const drive = this.fabric.drives.get(leg.driveId);
    if (!drive) return;
    const [volumeKey, driveKey, tone] = [`volume:${volume.id}`, `drive:${drive.id}`, legState(leg.health).tone];
    this.ends.set(driveKey, gravest([tone, ...(this.ends.has(driveKey) ? [this.ends.get(driveKey) as Tone] : [])]));
    this.keys.add(driveKey).add(`node:${drive.nodeId}`);
    if (!attachment) {
      this.link(volumeKey, driveKey, tone);
      return;
    }
    const client = this.fabric.nodes.get(attachment.nodeId);
    const target = this.fabric.nodes.get(drive.nodeId);
    const clientKey = `node:${attachment.nodeId}`;
    this.link(volumeKey, clientKey, attachmentState(attachment).tone, attachment);
    let reached = false;
    for (const near of client?.nics ?? [])
      for (const far of target?.nics ?? []) {
        if (near.storageNetwork !== far.storageNetwork) continue;
        const [nearKey, farKey] = [nicKey(attachment.nodeId, near.name), nicKey(drive.nodeId, far.name)];
        if (selected.startsWith('nic:') && selected !== nearKey && selected !== farKey) continue;
        const network = `network:${near.storageNetwork}`;
        this.link(nearKey, network, nicState(near, client).tone, attachment);
        this.link(network, farKey, this.pathTone(attachment, far, [nicState(near, client).tone, nicState(far, target).tone]), attachment);
        reached = true;
      }
    if (!reached && !selected.startsWith('nic:')) this.link(clientKey, driveKey, tone, attachment);
  }

  private pathTone({ id }: FabricAttachment, { address }: { address: string }, nics: readonly Tone[]): Tone {
    const said = this.paths.get(pathName(id, address));
    if (said !== undefined) return said === 'live' ? 'good' : 'bad';
    return gravest(nics);
  }

  private link(from: string, to: string, tone: Tone, attachment?: FabricAttachment): void {
    this.keys.add(from).add(to);
    count(this.found, { from, to, tone, attachmentId: attachment?.id ?? null });
  }
}

/** A link while its connections are counted. */
interface Counted extends Link {
  attachments: string[];
}

/** Counts one connection more on its link. The connections of one attachment follow each other. */
function count(
  found: Map<string, Counted>,
  { from, to, tone, attachmentId }: Pick<Link, 'from' | 'to' | 'tone'> & { attachmentId: string | null },
): void {
  const name = `${from} ${to}`;
  const before = found.get(name);
  const link = before ?? { from, to, tone, count: 0, attachments: [] };
  link.tone = gravest([link.tone, tone]);
  link.count += 1;
  if (attachmentId !== null && link.attachments.at(-1) !== attachmentId) link.attachments.push(attachmentId);
  found.set(name, link);
}

/** All attachments in summary: between clients and targets where they are few, else between their racks, else between their zones. */
export function overall(fabric: Fabric): Link[] {
  for (const by of ['node', 'rack'] as const) {
    const links = bundle(fabric, groupsOf(fabric, by));
    if (links.length <= MOST_LINES) return links;
  }
  return bundle(fabric, groupsOf(fabric, 'zone'));
}

function bundle(fabric: Fabric, groupOf: ReadonlyMap<string, string>): Link[] {
  const found = new Map<string, Counted>();
  for (const attachment of fabric.topology.attachments)
    for (const { driveId, health } of fabric.volumes.get(attachment.volumeId)?.legs ?? []) {
      const [from, to] = [groupOf.get(attachment.nodeId), groupOf.get(fabric.drives.get(driveId)?.nodeId ?? '')];
      if (!from || !to) continue;
      count(found, { from, to, tone: legState(health).tone, attachmentId: attachment.id });
    }
  return [...found.values()];
}

function groupsOf({ sides }: Fabric, by: 'node' | 'rack' | 'zone'): Map<string, string> {
  const groups = new Map<string, string>();
  for (const zone of [...sides.clients, ...sides.targets])
    for (const rack of zone.racks)
      for (const { id } of rack.nodes) groups.set(id, { node: `node:${id}`, rack: rack.key, zone: zone.key }[by]);
  return groups;
}
