import type { DeployedClass, DeployedDrives } from '@weft/shared/kinds/deployments/document';
import type { Message } from '@weft/shared/text/message';
import { nodeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import { formatBytes } from '@weft/shared/units';
import { deployedClassOf } from '../comparison.js';
import { byText, type DeploymentWorld, type WorldDrive, type WorldNode } from '../deployment-world.js';
import { isMember } from '../members.js';

/* One class for each model and size. A class of the cluster with exactly these drives keeps its name. */

const isUsable = ({ state }: WorldDrive): boolean => state === 'available' || state === 'in-service' || state === 'taking';

/** A valid name from a model and a size: `mzwlr3t8hbls-3-49tib`. */
export function classNameOf(model: string, sizeBytes: number, taken: ReadonlySet<string>): string {
  const words = `${model} ${formatBytes(sizeBytes).replaceAll(' ', '')}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const base = words.replace(/^[^a-z]+/, 'd-').replace(/^-+|-+$/g, '');
  const fits = (text: string) => text.slice(0, 32).replace(/-+$/, '');
  const short = fits(base.length <= 32 ? base : `${base.slice(0, 20)}-${base.slice(-11)}`);
  for (let at = 2; ; at += 1) {
    const name = at === 2 ? short : fits(`${short.slice(0, 28)}-${at - 1}`);
    if (!taken.has(name)) return name;
  }
}

export interface ProposedDrives {
  drives: DeployedDrives[];
  classes: DeployedClass[];
  remarks: Message[];
}

export function proposeDrives(nodes: readonly WorldNode[], world: DeploymentWorld): ProposedDrives {
  const drives: DeployedDrives[] = [];
  const remarks: Message[] = [];
  for (const node of nodes) {
    const own = world.drives.filter(({ nodeId }) => nodeId === node.id);
    for (const group of groups(own.filter(isUsable)))
      drives.push({
        node: node.name,
        model: group[0]?.model ?? '',
        sizeBytes: group[0]?.sizeBytes ?? 0,
        count: group.length,
        serials: group.map(({ serial }) => serial),
      });
    for (const { serial, state, contents } of own.filter((drive) => !isUsable(drive))) {
      const reason = state === 'occupied' ? `it has contents (${contents.join(', ') || 'in use'})` : `it is ${state}`;
      remarks.push(messageOf('drive-left-out', { node: nodeRef(node.id, node.name), serial, reason }));
    }
  }
  return { drives, classes: proposeClasses(nodes, world), remarks };
}

/** Drives by model and size, in their order. */
function groups(drives: readonly WorldDrive[]): WorldDrive[][] {
  const found = new Map<string, WorldDrive[]>();
  for (const drive of drives) {
    const key = `${drive.model}\n${drive.sizeBytes}`;
    found.set(key, [...(found.get(key) ?? []), drive]);
  }
  return [...found.values()];
}

function proposeClasses(nodes: readonly WorldNode[], world: DeploymentWorld): DeployedClass[] {
  const ids = new Set(nodes.map(({ id }) => id));
  const usable = world.drives.filter((drive) => ids.has(drive.nodeId) && isUsable(drive));
  const nodeOf = new Map(world.nodes.map((node) => [node.id, node]));
  const taken = new Set(world.classes.map(({ name }) => name));
  return groups(usable)
    .sort((a, b) => byText(a[0]?.model ?? '', b[0]?.model ?? ''))
    .map((group) => {
      const [{ model, sizeBytes }] = group as [WorldDrive];
      const members = { by: 'selector' as const, models: [model], minSizeBytes: sizeBytes, maxSizeBytes: sizeBytes };
      const wanted = new Set(group.map(({ id }) => id));
      const existing = world.classes.find((each) => {
        const same = usable.filter((drive) => isMember(drive, nodeOf.get(drive.nodeId), each.members));
        return same.length === wanted.size && same.every(({ id }) => wanted.has(id));
      });
      if (existing) return deployedClassOf(existing, world);
      const name = classNameOf(model, sizeBytes, taken);
      taken.add(name);
      return { name, description: `${model}, ${formatBytes(sizeBytes)}`, labels: {}, members };
    });
}
