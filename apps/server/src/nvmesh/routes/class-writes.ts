import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Drive } from '@weft/shared/kinds/drive';
import type { DriveClass } from '@weft/shared/kinds/drive-class';
import { type ObjectAnswer, succeeded } from '../dialect/answer.js';
import { badField, Refusal } from '../dialect/reasons.js';
import { diskId } from '../nouns/drive-document.js';
import { driveClassRequest, drivesOf } from '../requests/drive-class-request.js';
import { named, sameObject } from '../requests/named.js';
import { drivesOfApi } from './reads.js';
import type { WeftApi } from './weft-api.js';

/** Ids by disk id, and by serial number where it names one drive. */
function idsOf(drives: readonly Drive[]): ReadonlyMap<string, string> {
  const serials = new Map<string, string | undefined>();
  for (const { serial, id } of drives) serials.set(serial, serials.has(serial) ? undefined : id);
  const single = [...serials].filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new Map([...single, ...drives.map((drive): [string, string] => [diskId(drive), drive.id])]);
}

async function membersOf(api: WeftApi, diskIds: readonly string[]) {
  return { by: 'list' as const, driveIds: drivesOf(diskIds, idsOf(await drivesOfApi(api))) };
}

/** Whether these are the drives of the class already. A class with a selector keeps it when a client sends back the drives that it read. */
async function isMembership(api: WeftApi, driveClassId: string, diskIds: readonly string[]): Promise<boolean> {
  const drives = await api.all<Drive>(endpoints.listDrives, { driveClassId });
  return drives.length === diskIds.length && drives.every((drive) => diskIds.includes(diskId(drive)));
}

export async function saveDriveClass(api: WeftApi, object: unknown): Promise<ObjectAnswer> {
  const { name } = named(object);
  const { description = '', diskIds } = driveClassRequest(object);
  if (!diskIds || diskIds.length === 0) throw badField('disks', 'must name at least one drive');
  const body = { name, description, labels: {}, members: await membersOf(api, diskIds) };
  const { id } = await api.call(endpoints.createDriveClass, { body });
  return succeeded(name, id);
}

async function classNamed(api: WeftApi, object: unknown): Promise<DriveClass> {
  const wanted = named(object);
  const [found] = await api.all<DriveClass>(endpoints.listDriveClasses, { name: wanted.name.slice(0, 64) });
  sameObject('drive class', wanted, found);
  return found;
}

export async function updateDriveClass(api: WeftApi, object: unknown): Promise<ObjectAnswer> {
  const { id, name, version } = await classNamed(api, object);
  const { description, diskIds } = driveClassRequest(object);
  const body = {
    ...(description === undefined ? {} : { description }),
    ...(diskIds === undefined || (await isMembership(api, id, diskIds)) ? {} : { members: await membersOf(api, diskIds) }),
  };
  await api.call(endpoints.updateDriveClass, { params: { id }, body, ifMatch: version });
  return succeeded(name, id);
}

export async function deleteDriveClass(api: WeftApi, object: unknown): Promise<ObjectAnswer> {
  const { id, name, version } = await classNamed(api, object);
  await api.call(endpoints.deleteDriveClass, { params: { id }, ifMatch: version });
  return succeeded(name, id);
}

/** Moves every mirror leg off the drive, as NVMesh's eviction does. */
export async function evictDrive(api: WeftApi, object: unknown): Promise<ObjectAnswer> {
  const wanted = named(typeof object === 'object' && object !== null && 'diskID' in object ? object.diskID : object);
  const drives = await drivesOfApi(api);
  const id = idsOf(drives).get(wanted.name);
  const drive = drives.find((each) => each.id === id);
  if (!drive) throw new Refusal('not-found', { kind: 'drive', name: wanted.name });
  await api.call(endpoints.evictDrive, { params: { id: drive.id }, ifMatch: drive.version });
  return succeeded(wanted.name, drive.id);
}
