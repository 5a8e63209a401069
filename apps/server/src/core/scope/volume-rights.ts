import type { VolumeSelector } from '@weft/shared/kinds/access/volume-group';
import type { VolumeVerb } from '@weft/shared/kinds/access/volume-reach';
import { matchesAll } from '@weft/shared/kinds/alerting/matchers';

/** What one volume group gives. */
export interface GroupRights {
  selector: VolumeSelector;
  verbs: readonly VolumeVerb[];
}

/** The volumes of a caller who does not reach all of them: those of one of the groups, and of the selector of the API token. */
export interface VolumeRights {
  /** Null: the role reaches every volume. */
  groups: readonly GroupRights[] | null;
  /** Null: no token, or a token without a selector. */
  token: VolumeSelector | null;
}

type Labels = Readonly<Record<string, string>>;

/** Whether a caller may do this with a volume of these labels. See is part of the other verbs. */
export function allows({ groups, token }: VolumeRights, labels: Labels, verb: VolumeVerb): boolean {
  if (token !== null && !matchesAll(labels, token)) return false;
  if (groups === null) return true;
  return groups.some(({ selector, verbs }) => (verb === 'see' || verbs.includes(verb)) && matchesAll(labels, selector));
}
