import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Volume } from '@weft/shared/kinds/volume';
import type { Fabric } from '../../lab/fabric/fabric.js';

/** A busy machine may need longer than the bound of a hold. */
const TRIES = 3;

/** One snapshot replaces the one before. @returns how long the client held the volume, ms. */
export async function replaceSnapshot({ api }: Fabric, volume: Volume): Promise<number> {
  for (const { id, version } of (await api.call(endpoints.listSnapshots, { query: { volumeId: volume.id } })).items) {
    const { job } = await api.call(endpoints.deleteSnapshot, { params: { id }, ifMatch: version });
    await api.done(job.id, 480);
  }
  for (let tried = 1; ; tried++) {
    const { snapshots, jobs } = await api.call(endpoints.createSnapshots, { body: { volumeIds: [volume.id] } });
    const [failed] = (await Promise.all(jobs.map(({ id }) => api.finished(id, 480)))).filter(({ state }) => state === 'failed');
    if (!failed) return (await api.call(endpoints.getSnapshot, { params: { id: snapshots[0]?.id ?? '' } })).heldMs ?? Number.NaN;
    console.log(`bench: no snapshot: ${failed.error?.message}`);
    if (tried === TRIES) throw new Error(`no snapshot in ${TRIES} tries`);
  }
}
