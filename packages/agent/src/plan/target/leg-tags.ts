import { isId } from '@weft/shared/is-id';

/** LVM tags of a leg's volume, besides those of @weft/shared/identity. */
export const LEG_TAG = 'weft.leg';
const VOLUME_TAG = 'weft.volume.';
export const volumeTag = (volumeId: string): string => `${VOLUME_TAG}${volumeId}`;
/** Volume that the tags of an LV state; undefined: none, or several. */
export function volumeIdOfTags(tags: readonly string[]): string | undefined {
  const [first, ...others] = tags.filter((tag) => tag.startsWith(VOLUME_TAG)).map((tag) => tag.slice(VOLUME_TAG.length));
  return first !== undefined && others.length === 0 && isId(first) ? first : undefined;
}
