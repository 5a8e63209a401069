import { endpoints } from '@weft/shared/endpoints/endpoints';
import { until } from '../../support/api-client.js';
import type { Cluster } from './cluster.js';

/**
 * The last recorded moment of the last ten minutes, ISO 8601.
 * @param atLeast waits until this one is recorded, and returns it
 */
export const recordedMoment = (admin: Cluster['admin'], atLeast?: string): Promise<string> =>
  until('a recorded moment', 60, async () => {
    const query = { from: new Date(Date.now() - 600_000).toISOString(), to: new Date().toISOString() };
    const { last } = await admin.call(endpoints.recordedMoments, { query });
    if (last === null) return undefined;
    return atLeast === undefined ? last : last >= atLeast ? atLeast : undefined;
  });
