import type { AttachmentStatus } from '@weft/shared/messages/report';
import { isCheck } from '../plan/scrub/plan-scrub.js';
import type { NodeState } from '../reconcile/loop.js';
import type { Series } from './exposition.js';
import type { Counted } from './subjects.js';

/** Paths and mirrors of the volumes attached here, as the loop last observed them (every two seconds). */
export function pathSeries({ attachments }: Counted, state: NodeState | null): [string, Series[]][] {
  const statuses = new Map(
    (state?.objects ?? [])
      .filter((object): object is AttachmentStatus => object.kind === 'attachment')
      .map((status) => [status.id, status]),
  );
  const known = attachments.flatMap((attachment) => {
    const observed = attachment.desired === 'attached' ? statuses.get(attachment.attachmentId)?.observed : undefined;
    return observed ? [{ attachment, observed }] : [];
  });
  const arrays = known.flatMap(({ attachment, observed }) =>
    observed.array && attachment.mode !== 'readonly' ? [{ labels: { volume: attachment.volumeName }, array: observed.array }] : [],
  );
  return [
    ['weft_path_live', known.flatMap(({ attachment, observed }) => pathsOf(attachment, observed))],
    ['weft_array_degraded_members', arrays.map(({ labels, array }) => ({ labels, value: array.degraded }))],
    [
      'weft_array_sync_ratio',
      arrays.map(({ labels, array }) => ({ labels, value: isCheck(array.syncAction) ? 1 : (array.syncProgressRatio ?? 1) })),
    ],
    [
      'weft_array_scrub_ratio',
      arrays.map(({ labels, array }) => ({ labels, value: isCheck(array.syncAction) ? (array.syncProgressRatio ?? 0) : 1 })),
    ],
  ];
}

/** The legs of a volume on one target share its paths. */
function pathsOf({ volumeName, legs }: Counted['attachments'][number], { paths }: AttachmentStatus['observed']) {
  const live = new Map<string, { labels: { volume: string; target: string; network: string }; value: number }>();
  for (const { legId, storageNetwork, controllerState } of paths) {
    const target = legs.find((leg) => leg.legId === legId)?.nodeName;
    if (target === undefined) continue;
    const key = `${target} ${storageNetwork}`;
    const value = controllerState === 'live' ? (live.get(key)?.value ?? 1) : 0;
    live.set(key, { labels: { volume: volumeName, target, network: storageNetwork }, value });
  }
  return [...live.values()];
}
