import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Alert } from '@weft/shared/kinds/alerting/alert';
import type { Attachment } from '@weft/shared/kinds/attachment';
import type { Drive } from '@weft/shared/kinds/drive';
import type { DriveClass } from '@weft/shared/kinds/drive-class';
import type { Node } from '@weft/shared/kinds/node';
import type { Volume } from '@weft/shared/kinds/volume';
import { WEFT_VERSION } from '@weft/shared/version';
import { driveClassDocument, profileDocument } from '../nouns/class-document.js';
import { logDocument } from '../nouns/cluster-status.js';
import { driveDocument } from '../nouns/drive-document.js';
import { clientDocument, isTarget, targetDocument } from '../nouns/node-documents.js';
import { volumeDocument } from '../nouns/volume-document.js';
import type { WeftApi } from './weft-api.js';

/* Every noun as NVMesh management shows it, read from Weft's API in the name of the caller: a caller sees what the API shows to them. */

function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

export const drivesOfApi = (api: WeftApi): Promise<Drive[]> => api.all<Drive>(endpoints.listDrives);

/** @param names only the volume of this name */
export async function readVolumes(api: WeftApi, name?: string) {
  const [volumes, attachments, drives] = await Promise.all([
    api.all<Volume>(endpoints.listVolumes, name === undefined ? {} : { name }),
    api.all<Attachment>(endpoints.listAttachments),
    drivesOfApi(api),
  ]);
  const byVolume = groupedBy(attachments, ({ volume }) => volume.id);
  const namespaces = new Map(drives.map(({ id, nsid }) => [id, nsid]));
  return volumes.map((volume) => volumeDocument(volume, byVolume.get(volume.id) ?? [], namespaces));
}

export async function readClients(api: WeftApi) {
  const [nodes, attachments] = await Promise.all([api.all<Node>(endpoints.listNodes), api.all<Attachment>(endpoints.listAttachments)]);
  const byNode = groupedBy(attachments, ({ node }) => node.id);
  return nodes.map((node) => clientDocument(node, byNode.get(node.id) ?? []));
}

async function readTargetsAndDrives(api: WeftApi) {
  const [nodes, drives] = await Promise.all([api.all<Node>(endpoints.listNodes), drivesOfApi(api)]);
  const byNode = groupedBy(drives, ({ node }) => node.id);
  const all = nodes.map((node) => ({ node, drives: byNode.get(node.id) ?? [] }));
  const targets = all.filter(({ node, drives }) => isTarget(node, drives)).map(({ node, drives }) => targetDocument(node, drives));
  return { targets, drives };
}

export const readTargets = async (api: WeftApi) => (await readTargetsAndDrives(api)).targets;

/** Each drive beside its target, as NVMesh unwinds targets. */
export async function readDisks(api: WeftApi) {
  const { targets, drives } = await readTargetsAndDrives(api);
  const byName = new Map(targets.map((target) => [target._id, target]));
  return drives.map((drive) => ({
    _id: drive.node.name,
    node_id: drive.node.name,
    disks: driveDocument(drive),
    health: byName.get(drive.node.name)?.health ?? 'critical',
    zone: byName.get(drive.node.name)?.zone ?? '',
  }));
}

export async function readDriveClasses(api: WeftApi) {
  const classes = await api.all<DriveClass>(endpoints.listDriveClasses);
  return Promise.all(
    classes.map(async (driveClass) =>
      driveClassDocument(driveClass, await api.all<Drive>(endpoints.listDrives, { driveClassId: driveClass.id })),
    ),
  );
}

export const readProfiles = async (api: WeftApi) => [profileDocument(await api.call(endpoints.getSettings))];

export const readLogs = async (api: WeftApi) => (await api.all<Alert>(endpoints.listAlerts)).map(logDocument);

export async function readIdentity(api: WeftApi) {
  return { version: WEFT_VERSION, clusterId: (await api.call(endpoints.getSettings)).clusterId };
}

export async function readCounted(api: WeftApi) {
  const [{ targets, drives }, clients, volumes] = await Promise.all([readTargetsAndDrives(api), readClients(api), readVolumes(api)]);
  return { targets, clients, volumes, drives: drives.map(driveDocument) };
}
