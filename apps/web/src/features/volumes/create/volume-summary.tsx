import { mirrorCopies } from '@weft/shared/kinds/volume';
import { formatBytes } from '@weft/shared/units';
import type { VolumeCreate } from '../../../api/types.js';
import { survivesOf } from './form/survives.js';
import { cachedBytes } from './planned-caches/planned-caches-words.js';
import { usePlan } from './use-plan.js';

/** Size, drive space, legs and survived loss of the new volume, in one sentence. */
export function VolumeSummary({ spec }: { spec: VolumeCreate }) {
  const { body, data, error, isOld } = usePlan(spec);
  if (!body || error || !data) return null;
  const { protection, failureDomain = 'node' } = body;
  const nodes = new Set(data.legs.map(({ node }) => node.id)).size;
  const count = (n: number, noun: string) => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;
  const copies = mirrorCopies(body);
  const survives = survivesOf({ protection, failureDomain });
  return (
    <p aria-label="Summary" role="note" aria-busy={isOld}>
      <strong>{formatBytes(data.usableBytes)}</strong> of {protection} uses <strong>{formatBytes(data.rawBytes)}</strong> of drives
      {data.caches ? ` and ${formatBytes(cachedBytes(data.caches))} of cache drives` : ''}
      {copies === 1 ? '' : copies === 2 ? ' (each byte twice)' : ` (each byte ${copies} times)`}: {count(data.legs.length, 'leg')} on{' '}
      {count(nodes, 'node')}. It survives{' '}
      {survives === 'nothing' ? 'no loss' : copies > 2 ? `the loss of any two ${survives}s` : `the loss of any one ${survives}`}.
    </p>
  );
}
