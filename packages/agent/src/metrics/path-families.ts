import type { AttachmentStatus } from '@weft/shared/messages/report';
import type { NodeState } from '../reconcile/loop.js';
import type { Family } from './exposition.js';
import type { Counted } from './subjects.js';

/** Paths and mirrors of the volumes attached here, as the loop saw them last (every two seconds). */
export function pathFamilies({ attachments }: Counted, state: NodeState | null): Family[] {
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
    {
      name: 'weft_path_live',
      type: 'gauge',
      help: '1 while the path from this client to the target over the storage network is live, else 0.',
      series: known.flatMap(({ attachment, observed }) => pathsOf(attachment, observed)),
    },
    {
      name: 'weft_array_degraded_members',
      type: 'gauge',
      help: 'Sides that the mirror lacks now.',
      series: arrays.map(({ labels, array }) => ({ labels, value: array.degraded })),
    },
    {
      name: 'weft_array_sync_ratio',
      type: 'gauge',
      help: 'Part of the copy, check or repair under way that is done; 1 when there is none.',
      series: arrays.map(({ labels, array }) => ({ labels, value: array.syncProgressRatio ?? 1 })),
    },
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
