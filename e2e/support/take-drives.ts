import { endpoints } from '@weft/shared/endpoints/endpoints';
import { type ApiClient, until } from './api-client.js';

/** Takes every available drive into service, once there are `count`; those whose serial is in `caches` as caches. @returns the drives as they were before. */
export async function takeDrives(api: ApiClient, count: number, timeoutSeconds = 20, caches: readonly string[] = []) {
  const drives = await until(`${count} drives`, timeoutSeconds, async () => {
    const { items } = await api.call(endpoints.listDrives, { query: { state: 'available', limit: 200 } });
    return items.length === count ? items : undefined;
  });
  const jobs = await Promise.all(
    drives.map(({ id, version, serial }) =>
      api.call(endpoints.takeDrive, { params: { id }, ifMatch: version, body: { role: caches.includes(serial) ? 'cache' : 'data' } }),
    ),
  );
  for (const { job } of jobs) await api.done(job.id);
  return drives;
}
