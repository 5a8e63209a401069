import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { inParallel } from './api.mjs';

/*
 * Provisions a simulated cluster through the API, as a person would. After an interruption, the next start continues:
 * each credential is stored as a line when it is issued, and every other step first checks what already exists.
 */

const width = 8;
/** A wait without progress for this long has failed. */
const patienceSeconds = 180;

/** @returns {Map<string, object>} enrollment answers by node name. Removes a line that a crash cut off: its node enrolls again. */
export function readEnrolled(file) {
  if (!existsSync(file)) return new Map();
  const text = readFileSync(file, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) truncateSync(file, Buffer.byteLength(whole));
  const answers = whole
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return new Map(answers.map((answer) => [answer.name, answer]));
}

/** Enrolls the nodes that have no credential yet. */
export async function enrollNodes(api, { nodes }, file, protocol) {
  const enrolled = readEnrolled(file);
  const missing = nodes.filter(({ name }) => !enrolled.has(name));
  const taken = new Map((missing.length > 0 ? await api.all('nodes') : []).map((node) => [node.name, node]));
  await inParallel(missing, width, async ({ name, labels }) => {
    // Enrolled, but its credential was not stored before a crash: the node can never connect, so delete it and enroll it again.
    const lost = taken.get(name);
    if (lost) await api.delete(`nodes/${lost.id}`, lost.version);
    const { token } = await api.post('enrollment-tokens', { description: `simulated node ${name}`, labels });
    const answer = await api.post('enroll', { token, name, hostname: name, agentVersion: 'simulated', protocol });
    appendFileSync(file, `${JSON.stringify(answer)}\n`, { mode: 0o600 });
  });
}

/** Waits until `count` returns `total`; without progress it fails with the jobs' blockers. */
async function reach(api, what, total, count) {
  let best = -1;
  let since = Date.now();
  for (;;) {
    const now = await count();
    if (now >= total) return;
    if (now > best) [best, since] = [now, Date.now()];
    if (Date.now() - since > patienceSeconds * 1000)
      throw new Error(`${what}: ${now} of ${total} after ${patienceSeconds} s without progress.${await whatWaits(api)}`);
    await sleep(200);
  }
}

async function whatWaits(api) {
  const { items } = await api.get('jobs?state=waiting&limit=5');
  const failed = await api.get('jobs?state=failed&limit=5');
  const lines = [
    ...items.flatMap((job) =>
      job.waitingFor.map(({ node, message }) => `${job.kind} of ${job.subject.name} waits: ${node ? `${node}: ` : ''}${message}`),
    ),
    ...failed.items.map((job) => `${job.kind} of ${job.subject.name} failed: ${job.error ? job.error.message : ''}`),
  ];
  return lines.map((line) => `\n  ${line}`).join('');
}

async function setStorageNetworks(api, { storageNetworks }) {
  const settings = await api.get('settings');
  if (settings.storageNetworks.length === 0) await api.patch('settings', { storageNetworks }, settings.version);
}

async function takeDrives(api, total) {
  await reach(api, 'drives seen', total, () => api.count('drives'));
  await inParallel(await api.all('drives?state=available'), width, ({ id, version }) => api.post(`drives/${id}/take`, {}, version));
  await reach(api, 'drives in service', total, () => api.count('drives?state=in-service'));
}

/** @returns {Map<string, string>} ids by name */
async function createClasses(api, { classes }) {
  const driveIds = new Map((await api.all('drives')).map(({ serial, id }) => [serial, id]));
  const ids = new Map();
  await inParallel(classes, width, async ({ name, serials }) => {
    const members = { by: 'list', driveIds: serials.map((serial) => driveIds.get(serial)) };
    ids.set(name, (await api.post('drive-classes', { name, members })).id);
  });
  return ids;
}

/** @returns {Map<string, string>} ids by name */
async function createVolumes(api, { volumes }, classIds) {
  const ids = new Map();
  await inParallel(volumes, width, async ({ className, ...spec }) => {
    const { volume } = await api.post('volumes', { ...spec, driveClassId: classIds.get(className) });
    ids.set(volume.name, volume.id);
  });
  await reach(api, 'volumes created', volumes.length, () => api.count('volumes?state=available'));
  return ids;
}

async function attachVolumes(api, { attachments }, volumeIds, enrolled) {
  await inParallel(attachments, width, ({ volume, client }) =>
    api.post('attachments', { volumeId: volumeIds.get(volume), nodeId: enrolled.get(client).nodeId }),
  );
  await reach(api, 'volumes attached', attachments.length, () => api.count('attachments?state=attached'));
}

/** Runs all steps that follow the agents' connection. `say` gets progress messages. */
export async function provision(api, cluster, enrolled, say) {
  const drives = cluster.nodes.reduce((sum, { host }) => sum + host.drives.length, 0);
  await setStorageNetworks(api, cluster);
  say(`taking ${drives} drives into service`);
  await takeDrives(api, drives);
  say(`creating ${cluster.classes.length} drive classes and ${cluster.volumes.length} volumes`);
  const volumeIds = await createVolumes(api, cluster, await createClasses(api, cluster));
  say(`attaching ${cluster.attachments.length} volumes`);
  await attachVolumes(api, cluster, volumeIds, enrolled);
}
