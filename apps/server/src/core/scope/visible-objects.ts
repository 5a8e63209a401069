import type { StatisticsObjectKind } from '@weft/shared/stats/metrics';
import type { ScopeRows } from './scope-rows.js';

type Visible = (rows: ScopeRows, id: string) => boolean;
const never: Visible = () => false;
const always: Visible = () => true;

/** Statistics that a caller gets who sees only some volumes. Sums of the I/O of several volumes are refused: the difference to the visible ones is a volume out of sight. */
const visible: Record<StatisticsObjectKind, Visible> = {
  volume: ({ volumeIds }, id) => volumeIds.includes(id),
  attachment: ({ attachmentIds }, id) => attachmentIds.includes(id),
  leg: ({ legIds }, id) => legIds.includes(id),
  node: always,
  'drive-class': always,
  drive: never,
  client: never,
  target: never,
  cluster: never,
};

export const isVisibleObject = (rows: ScopeRows, { kind, id }: { kind: StatisticsObjectKind; id: string }): boolean =>
  visible[kind](rows, id);
