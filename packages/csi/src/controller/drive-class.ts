import type { WeftApi } from '../api/weft-api.js';
import { RpcError } from '../rpc/rpc-error.js';

/** @returns the id of the drive class. @throws RpcError INVALID_ARGUMENT with the names of the classes that there are */
export async function driveClassId(api: WeftApi, name: string | undefined): Promise<string> {
  const { items } = await api.call('listDriveClasses', { query: name === undefined ? {} : { name } });
  const [found] = items;
  if (name !== undefined && found) return found.id;
  const all = name === undefined ? items : (await api.call('listDriveClasses')).items;
  const names = all.map((each) => each.name).join(', ') || 'none yet';
  throw new RpcError(
    'INVALID_ARGUMENT',
    `${name === undefined ? 'The StorageClass has no parameter "class".' : `There is no drive class "${name}".`} Classes of this cluster: ${names}.`,
  );
}
