import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { DriveClass } from '@weft/shared/kinds/drive-class';
import type { Volume } from '@weft/shared/kinds/volume';
import { type ObjectAnswer, succeeded } from '../dialect/answer.js';
import { Refusal } from '../dialect/reasons.js';
import { volumeDocument } from '../nouns/volume-document.js';
import { named, sameObject } from '../requests/named.js';
import { volumeChange, volumeRequest } from '../requests/volume-request.js';
import type { WeftApi } from './weft-api.js';

/** Asks the API how large a volume can be. Any size that a volume may have will do for the question. */
const SMALLEST_BYTES = 2 ** 20;

async function classOf(api: WeftApi, name: string | null): Promise<DriveClass> {
  const classes = await api.all<DriveClass>(endpoints.listDriveClasses, name === null ? {} : { name });
  const [found] = classes;
  if (found && classes.length === 1) return found;
  if (name !== null) throw new Refusal('not-found', { kind: 'drive class', name });
  throw new Refusal('choose-class', {
    names: classes
      .map((each) => each.name)
      .join(', ')
      .slice(0, 500),
  });
}

export async function saveVolume(api: WeftApi, object: unknown): Promise<ObjectAnswer> {
  const { driveClass, sizeBytes, spec } = volumeRequest(object);
  const driveClassId = (await classOf(api, driveClass)).id;
  const largest = async () => {
    const plan = await api.call(endpoints.planVolume, { body: { ...spec, driveClassId, sizeBytes: SMALLEST_BYTES } });
    return plan.largestSizeBytes;
  };
  const { volume } = await api.call(endpoints.createVolume, { body: { ...spec, driveClassId, sizeBytes: sizeBytes ?? (await largest()) } });
  return succeeded(volume.name, volume.id, { isReserved: false });
}

/** The volume that an object of a request names, as it is now. @throws Refusal */
export async function volumeNamed(api: WeftApi, object: unknown): Promise<Volume> {
  const wanted = named(object);
  const [volume] = (await api.call(endpoints.listVolumes, { query: { name: wanted.name.slice(0, 64), limit: 1 } })).items;
  sameObject('volume', wanted, volume);
  return volume;
}

/** An update or an extend: both send the whole volume. */
export async function updateVolume(api: WeftApi, object: unknown): Promise<ObjectAnswer> {
  const volume = await volumeNamed(api, object);
  const change = volumeChange(object, volumeDocument(volume, [], new Map()));
  if (Object.keys(change).length > 0)
    await api.call(endpoints.updateVolume, { params: { id: volume.id }, body: change, ifMatch: volume.version });
  return succeeded(volume.name, volume.id);
}

export async function deleteVolume(api: WeftApi, object: unknown): Promise<ObjectAnswer> {
  const { id, name, version } = await volumeNamed(api, object);
  await api.call(endpoints.deleteVolume, { params: { id }, ifMatch: version });
  return succeeded(name, id);
}
