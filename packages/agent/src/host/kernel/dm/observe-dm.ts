import { isAbsolute, join } from 'node:path';
import { isWeftDmUuid } from '@weft/shared/identity';
import type { DeviceLink, DmMapping } from '../../host.js';
import type { Tree } from '../run/host-fs.js';
import { NAMES, WEFT_DEV } from './dm-actions.js';

const SECTOR = 512;
/** Weft's mappings. All others, including LVs, are not listed. */
export function observeMappings(tree: Tree, blocks: readonly string[]): DmMapping[] {
  return blocks.filter((name) => /^dm-\d+$/.test(name)).flatMap((device) => readMapping(tree, device) ?? []);
}

function readMapping(tree: Tree, device: string): DmMapping | undefined {
  const path = `/sys/block/${device}`;
  const uuid = tree.attributeNow(`${path}/dm/uuid`);
  if (uuid === undefined || !isWeftDmUuid(uuid)) return undefined;
  const name = tree.attributeNow(`${path}/dm/name`);
  if (name === undefined) return undefined;
  const sizeBytes = (tree.numberNow(`${path}/size`) ?? 0) * SECTOR;
  const sequence = tree.numberNow(`${path}/diskseq`);
  const suspended = tree.numberNow(`${path}/dm/suspended`) === 1;
  return { name, uuid, device, sizeBytes, suspended, under: tree.listNow(`${path}/slaves`), ...(sequence !== undefined && { sequence }) };
}

/** Any mapping of this name that has a table, whoever made it, from sysfs: a client waits for the answer, and a command takes longer. */
export function findMapping(tree: Tree, name: string): Pick<DmMapping, 'uuid' | 'suspended'> | undefined {
  const device = tree.listNow('/sys/block').find((each) => tree.attributeNow(`/sys/block/${each}/dm/name`) === name);
  const path = `/sys/block/${device}/dm`;
  return device === undefined
    ? undefined
    : { uuid: tree.attributeNow(`${path}/uuid`) ?? '', suspended: tree.numberNow(`${path}/suspended`) === 1 };
}

/** `target` is /dev/mapper/<name> if the link leads to one of Weft's mappings, however the link was made; else the link's target. */
export async function observeLinks(tree: Tree, mappings: readonly DmMapping[]): Promise<DeviceLink[]> {
  const names = await tree.list(WEFT_DEV);
  const links = await Promise.all(
    names.map(async (name): Promise<DeviceLink | undefined> => {
      const raw = await tree.link(`${WEFT_DEV}/${name}`);
      if (raw === undefined) return undefined;
      const target = isAbsolute(raw) ? raw : join(WEFT_DEV, raw);
      const mapping = mappings.find((entry) => target === `/dev/${entry.device}` || target === `/dev/mapper/${entry.name}`);
      return { name, target: mapping ? `/dev/mapper/${mapping.name}` : target };
    }),
  );
  return links.filter((link) => link !== undefined);
}

/** Human names in /run/weft/names, one file per mapping. */
export async function observePublished(tree: Tree): Promise<{ name: string; link: string }[]> {
  const names = await tree.list(NAMES);
  const entries = await Promise.all(
    names.map(async (name) => ({ name, link: /^WEFT_NAME=(.+)$/m.exec((await tree.text(`${NAMES}/${name}`)) ?? '')?.[1] })),
  );
  return entries.flatMap(({ name, link }) => (link === undefined ? [] : [{ name, link }]));
}
