import { hasKeys, type ObservedKeys, type PairKeys } from '@weft/shared/messages/authentication';
import type { AuthenticationPairDocument } from '../documents/authentication-pair.document.js';

/*
 * A rotation replaces the host key, then the controller key, each first at the target and then at the client. Established connections stay: the kernel's target
 * reads its keys only when a client connects or authenticates again, and the client does so when it gets its new key. Both keys at once would fail: each write
 * at the client authenticates again, with one new and one old key.
 *
 * Between the two writes, a path that is lost and connects again is refused, and the kernel removes its controller. So the target gets a key only while both
 * agents are connected and all paths are live; the client's write follows with the target's report.
 *
 *   target host key → reported → client host key → reported → target controller key → reported → client controller key → reported → done
 *
 * Every step derives from the stored pair and the reports: a server may be killed between any two.
 */

/** Reports about all exports and paths between the two nodes. */
export interface PairReports {
  /** Both agents are connected, and their last reports count (S12). */
  areCurrent: boolean;
  /** By export of the target to the client. */
  exports: readonly (ObservedKeys | undefined)[];
  /** By path of the client to the target. */
  paths: readonly { isLive: boolean; keys: ObservedKeys | undefined }[];
}

type Rotating = Pick<AuthenticationPairDocument, 'target' | 'client' | 'rotation'>;

/** @returns the next state; `rotation` null: it has ended. The same object: it waits. */
export function rotated<P extends Rotating>(pair: P, reports: PairReports): P {
  const next = pair.rotation?.next;
  if (!next || !reports.areCurrent) return pair;
  const atTarget = reports.exports.every((each) => hasKeys(each, pair.target));
  const atClient = reports.paths.every(({ keys }) => hasKeys(keys, pair.client));
  const allLive = reports.paths.every(({ isLive }) => isLive);
  // The target has a key that the client lacks: the client gets it, whatever the state of its paths.
  if (!isSame(pair.client, pair.target)) return atTarget ? { ...pair, client: pair.target } : pair;
  if (!atClient || !allLive) return pair;
  if (isSame(pair.target, next)) return { ...pair, rotation: null };
  const target: PairKeys = pair.target.hostKeyId === next.hostKeyId ? next : { ...pair.target, hostKeyId: next.hostKeyId };
  return { ...pair, target };
}

const isSame = (a: PairKeys, b: PairKeys): boolean => a.hostKeyId === b.hostKeyId && a.controllerKeyId === b.controllerKeyId;

/** Its target has a key that its client lacks: a path that is lost now cannot reconnect by itself. */
export const isBetween = ({ target, client }: Pick<Rotating, 'target' | 'client'>): boolean => !isSame(target, client);

/** Ids of the keys that a pair still uses. */
export const keysInUse = ({ target, client, rotation }: Rotating): Set<string> =>
  new Set([target, client, ...(rotation ? [rotation.next] : [])].flatMap(({ hostKeyId, controllerKeyId }) => [hostKeyId, controllerKeyId]));

const DAY_MS = 86_400_000;

/** @param days setting `keyRotationDays`; 0: never by age. */
export const isRotationDue = (
  { rotation, rotatedAt }: Pick<AuthenticationPairDocument, 'rotation' | 'rotatedAt'>,
  days: number,
  now: Date,
): boolean => rotation === null && days > 0 && now.getTime() - rotatedAt.getTime() >= days * DAY_MS;
