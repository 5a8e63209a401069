import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Attachment } from '@weft/shared/kinds/attachment';
import type { Drive } from '@weft/shared/kinds/drive';
import type { DriveClass } from '@weft/shared/kinds/drive-class';
import type { Job } from '@weft/shared/kinds/job';
import type { Volume } from '@weft/shared/kinds/volume';
import type { z } from 'zod';
import type { ManagedCluster } from './managed-cluster.js';

/* A person's actions through the API; each waits for its end. */

/** Time limit of a job: emulated machines whose host is busy need minutes for work that takes seconds alone. */
const JOB_SECONDS = 480;

/** Takes every available drive into service. */
export async function takeAllDrives({ api }: ManagedCluster): Promise<Drive[]> {
  const { items } = await api.call(endpoints.listDrives, { query: { state: 'available', limit: 200 } });
  const jobs = await Promise.all(items.map((drive) => api.call(endpoints.takeDrive, { params: { id: drive.id }, ifMatch: drive.version })));
  await Promise.all(jobs.map(({ job }) => api.done(job.id, JOB_SECONDS)));
  return (await api.call(endpoints.listDrives, { query: { limit: 200 } })).items;
}

export const createClass = ({ api }: ManagedCluster, name: string): Promise<DriveClass> =>
  api.call(endpoints.createDriveClass, { body: { name, members: { by: 'selector', selector: { models: ['QEMU NVMe Ctrl'] } } } });

export async function createVolume({ api }: ManagedCluster, body: z.input<(typeof endpoints.createVolume)['body']>): Promise<Volume> {
  const { volume, job } = await api.call(endpoints.createVolume, { body });
  await api.done(job.id, JOB_SECONDS);
  return api.call(endpoints.getVolume, { params: { id: volume.id } });
}

export async function attach(
  fabric: ManagedCluster,
  volume: Volume,
  client: string,
  more: Partial<z.input<(typeof endpoints.createAttachment)['body']>> = {},
): Promise<Attachment> {
  const { api } = fabric;
  const { attachment, job } = await api.call(endpoints.createAttachment, {
    body: { volumeId: volume.id, nodeId: (await fabric.node(client)).id, ...more },
  });
  await api.done(job.id, JOB_SECONDS);
  return api.call(endpoints.getAttachment, { params: { id: attachment.id } });
}

export async function startDetach({ api }: ManagedCluster, attachment: Attachment): Promise<Job> {
  const { version } = await api.call(endpoints.getAttachment, { params: { id: attachment.id } });
  return (await api.call(endpoints.deleteAttachment, { params: { id: attachment.id }, ifMatch: version })).job;
}

export async function detach(fabric: ManagedCluster, attachment: Attachment): Promise<void> {
  await fabric.api.done((await startDetach(fabric, attachment)).id, JOB_SECONDS);
}

export async function remove({ api }: ManagedCluster, volume: Volume): Promise<void> {
  const { version } = await api.call(endpoints.getVolume, { params: { id: volume.id } });
  const { job } = await api.call(endpoints.deleteVolume, { params: { id: volume.id }, ifMatch: version });
  await api.done(job.id, JOB_SECONDS);
}

/** Takes a drive without legs out of service. */
export async function release({ api }: ManagedCluster, driveId: string): Promise<void> {
  const { version } = await api.call(endpoints.getDrive, { params: { id: driveId } });
  const { job } = await api.call(endpoints.releaseDrive, { params: { id: driveId }, ifMatch: version });
  await api.done(job.id, JOB_SECONDS);
}
