import type { Message } from '@weft/shared/text/message';
import { messageOf } from '@weft/shared/text/rendering/render';
import type { DeploymentStepDocument } from '../documents/deployment.document.js';
import { attachmentName, networkText } from './comparison.js';
import type { DeploymentWorld, WorldDrive } from './deployment-world.js';
import { act, type Decision, DONE, refuse, WAIT, type WorkOf } from './step-action.js';

/*
 * Undoing removes only what the deployment itself made (`owns`), in the reverse order of its steps, and only while it is blank: a volume that was ever attached
 * may hold data, and stays.
 */

type Step = Pick<DeploymentStepDocument, 'work' | 'owns' | 'before'>;

export function undoStep({ work, owns, before }: Step, world: DeploymentWorld): Decision {
  const own = new Set(owns ?? []);
  if (own.size === 0) return { next: 'kept' };
  switch (work.kind) {
    case 'networks':
      return networks(work, own, world);
    case 'labels':
      return labels(work, own, before, world);
    case 'take':
      return drives(own, world);
    case 'class':
      return driveClass(work, world);
    case 'volume':
      return volume(work, world);
    case 'attach':
      return attachmentIn(work, world) ? refuse(attached(work.attachment.volume)) : DONE;
  }
}

/** Every reason against an undo now. A volume that the undo deletes is no reason against what comes after it. */
export function undoBlockers(steps: readonly DeploymentStepDocument[], world: DeploymentWorld): Message[] {
  const owned = steps.filter(({ owns, state }) => (owns ?? []).length > 0 && state !== 'undone');
  const ownVolumes = new Set(owned.flatMap(({ work }) => (work.kind === 'volume' ? [work.volume.name] : [])));
  const volumes = world.volumes.filter(({ name, wasAttached }) => !ownVolumes.has(name) || wasAttached);
  const foreign = world.volumes.filter(({ name }) => !ownVolumes.has(name));
  const blockers = owned.flatMap((step) => {
    const decision = undoStep(step, { ...world, volumes: step.work.kind === 'volume' || step.work.kind === 'attach' ? volumes : foreign });
    return decision.next === 'refuse' ? [decision.why] : [];
  });
  return [...new Map(blockers.map((each) => [JSON.stringify(each), each])).values()];
}

const attached = (volumeName: string): Message => messageOf('deployment-volume-attached', { volume: volumeName });

const attachmentIn = ({ attachment }: WorkOf<'attach'>, { attachments }: DeploymentWorld) =>
  attachments.find((each) => attachmentName(each) === attachmentName(attachment));

function networks({ storageNetworks }: WorkOf<'networks'>, own: ReadonlySet<string>, world: DeploymentWorld): Decision {
  const made = storageNetworks.filter(({ name }) => own.has(name));
  const isMade = (now: { name: string; cidrs: string[] }) =>
    made.some(({ name, cidrs }) => name === now.name && networkText({ cidrs }) === networkText(now));
  const left = world.storageNetworks.filter((each) => !isMade(each));
  if (left.length === world.storageNetworks.length) return DONE;
  // Paths of attachments run over them.
  if (world.attachments.length > 0) return { next: 'kept' };
  return act({ do: 'set-networks', version: world.settingsVersion, storageNetworks: left });
}

function labels(
  { node: { id }, labels: set }: WorkOf<'labels'>,
  own: ReadonlySet<string>,
  before: Record<string, string | null>,
  { nodes }: DeploymentWorld,
): Decision {
  const node = nodes.find((each) => each.id === id);
  // A label that somebody changed since stays.
  const back = node ? [...own].filter((key) => node.labels[key] === set[key] && node.labels[key] !== (before[key] ?? undefined)) : [];
  if (!node || back.length === 0) return DONE;
  const next = Object.entries({ ...node.labels, ...Object.fromEntries(back.map((key) => [key, before[key] ?? null])) });
  return act({
    do: 'set-labels',
    node,
    labels: Object.fromEntries(next.filter((each): each is [string, string] => each[1] !== null)),
  });
}

function drives(own: ReadonlySet<string>, { drives: all, volumes }: DeploymentWorld): Decision {
  const mine = all.filter(({ id }) => own.has(id));
  const serving = mine.filter(({ state }) => state === 'in-service');
  for (const { id, serial } of serving) {
    const holders = volumes.filter(({ driveIds }) => driveIds.includes(id)).map(({ name }) => name);
    if (holders.length > 0) return refuse(messageOf('deployment-drive-used', { serial, volumes: holders }));
  }
  if (serving.length > 0) return act({ do: 'release', drives: serving });
  const isBusy = ({ state }: WorldDrive) => state === 'taking' || state === 'releasing';
  return mine.some(isBusy) ? WAIT : DONE;
}

function driveClass({ driveClass: { name } }: WorkOf<'class'>, { classes, volumes }: DeploymentWorld): Decision {
  const found = classes.find((each) => each.name === name);
  if (!found) return DONE;
  const users = volumes.filter(({ spec }) => spec.driveClassId === found.id).map((each) => each.name);
  if (users.length > 0) return refuse(messageOf('deployment-class-used', { driveClass: name, volumes: users }));
  return act({ do: 'delete-class', driveClass: found });
}

function volume({ volume: { name } }: WorkOf<'volume'>, { volumes, attachments }: DeploymentWorld): Decision {
  const found = volumes.find((each) => each.name === name);
  if (!found) return DONE;
  if (found.wasAttached || attachments.some((each) => each.volume === name)) return refuse(attached(name));
  return found.state === 'deleting' ? WAIT : act({ do: 'delete-volume', volume: found });
}
