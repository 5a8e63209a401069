import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Alert } from '@weft/shared/kinds/alerting/alert';
import { GiB } from '@weft/shared/units';
import { testCertificate } from '@weft/test-support/receivers/certificate';
import { HttpReceiver } from '@weft/test-support/receivers/http-receiver';
import { MailServer } from '@weft/test-support/receivers/mail-server';
import { expect, onTestFinished, test } from 'vitest';
import { type ApiClient, until } from '../../support/api-client.js';
import type { ThreeServers } from '../../support/three-servers.js';

const VOLUMES = 16;
const TARGET = 'target-0';
/** A rule waits for 60 s or 120 s; the rest is margin for a busy machine. */
const FIRES_WITHIN_SECONDS = 180;

interface Notification {
  id: string;
  event: string;
  alert: Alert;
}

async function attachedVolumes(api: ApiClient, driveClassId: string): Promise<void> {
  const { items: nodes } = await api.call(endpoints.listNodes, { query: { limit: 200 } });
  const clients = nodes.filter(({ name }) => name.startsWith('client-'));
  for (let at = 0; at < VOLUMES; at++) {
    const made = await api.call(endpoints.createVolume, {
      body: { name: `notified-${at}`, sizeBytes: GiB, protection: 'raid1', driveClassId },
    });
    await api.done(made.job.id);
    const nodeId = clients[at % clients.length]?.id ?? '';
    const attached = await api.call(endpoints.createAttachment, { body: { volumeId: made.volume.id, nodeId } });
    await api.done(attached.job.id);
  }
}

/** An SMTP server without TLS and login: each server has a key of its own for passwords in this test. */
async function mailServer(three: ThreeServers): Promise<MailServer> {
  const mail = await MailServer.start('none', await testCertificate(three.directory));
  onTestFinished(() => mail.stop());
  const server = { type: 'smtp' as const, host: '127.0.0.1', port: mail.port, security: 'none' as const, username: null, authority: null };
  const target = { ...server, from: 'weft@example.com', to: ['storage@example.com'] };
  await three.api(0).call(endpoints.createChannel, { body: { name: 'mail', target } });
  return mail;
}

const header = (content: string, name: string): string =>
  new RegExp(`^${name}: (.*)$`, 'm').exec(content.replace(/\r\n[ \t]+/g, ' ').replaceAll('\r', ''))?.[1] ?? '';

/** Subjects of the mails about the target. One that is repeated, because a server died right after it was sent, has the same id. */
const subjectsOf = ({ received }: MailServer): string[] => {
  const mails = new Map(received.map(({ content }) => [header(content, 'Message-ID'), header(content, 'Subject')]));
  return [...mails.values()].filter((subject) => subject.includes(`Node ${TARGET} `));
};

const alertsOf = async (api: ApiClient, rule: string): Promise<Alert[]> =>
  (await api.call(endpoints.listAlerts, { query: { rule, limit: 200 } })).items;

/** Kills the server that evaluates the alerts. @returns its place, and the place of a server that lives */
async function killEvaluator(three: ThreeServers): Promise<{ killed: number; living: number }> {
  const lease = await three.database.collection<{ _id: string; holder: string }>('leases').findOne({ _id: 'alerts' });
  const ids = await Promise.all(three.servers.map(async (_, at) => (await three.stored(at))._id));
  const killed = ids.indexOf(lease?.holder ?? '');
  expect(killed).toBeGreaterThanOrEqual(0);
  await three.server(killed).kill();
  return { killed, living: (killed + 1) % 3 };
}

export function alertLife(cluster: () => ThreeServers): void {
  test('tells a lost target under many volumes once, while the evaluating servers are killed', async () => {
    const three = cluster();
    const receiver = await HttpReceiver.start();
    onTestFinished(() => receiver.stop());
    const notified = (): Notification[] => {
      const all = receiver.received.flatMap(({ body }) => (JSON.parse(body) as { notifications: Notification[] }).notifications);
      // A server that dies right after the receiver took a message repeats it, with the same ids.
      return [...new Map(all.map((each) => [each.id, each])).values()].filter(({ alert }) => alert.subject.name === TARGET);
    };
    const mail = await mailServer(three);
    await attachedVolumes(three.api(0), three.driveClassId);
    const target = { type: 'webhook' as const, url: receiver.url, authority: null };
    await three.api(0).call(endpoints.createChannel, { body: { name: 'hook', target } });
    const held = await three.database.collection('volumes').countDocuments({ name: /^notified-/, 'legs.nodeName': TARGET });
    expect(held).toBeGreaterThan(2);

    await three.simulation.fault({ fault: 'kill-node', node: TARGET });
    await until('the alert to be pending', 60, async () =>
      (await alertsOf(three.api(0), 'WeftNodeSilent')).find(({ state }) => state === 'pending'),
    );
    const first = await killEvaluator(three);
    const api = three.api(first.living);
    const cause = await until('the alert of the lost target', FIRES_WITHIN_SECONDS, async () =>
      (await alertsOf(api, 'WeftNodeSilent')).find(({ state, subject }) => state === 'firing' && subject.name === TARGET),
    );
    await until('its message', 60, async () => (notified().length > 0 ? true : undefined));
    await three.startServer(first.killed);

    const second = await killEvaluator(three);
    const later = three.api(second.living);
    const consequence = await until('the alert of its volumes', FIRES_WITHIN_SECONDS, async () =>
      (await alertsOf(later, 'WeftVolumeDegraded')).find(({ state, subjectCount }) => state === 'firing' && subjectCount === held),
    );
    expect(consequence).toMatchObject({
      subjectCount: held,
      subject: { name: TARGET },
      causedBy: { id: cause.id, rule: 'WeftNodeSilent' },
    });
    await three.startServer(second.killed);

    await three.simulation.fault({ fault: 'boot-node', node: TARGET });
    await until('the end of both', FIRES_WITHIN_SECONDS, async () => {
      const open = await Promise.all(['WeftNodeSilent', 'WeftVolumeDegraded'].map((rule) => alertsOf(later, rule)));
      return open.flat().every(({ state }) => state === 'resolved') ? true : undefined;
    });
    const ofCause = () => notified().filter(({ alert }) => alert.rule === 'WeftNodeSilent');
    const end = await until('the message of the end', 60, async () => ofCause().find(({ event }) => event === 'resolved'));
    expect(ofCause().map(({ event }) => event)).toEqual(['firing', 'resolved']);
    // A consequence that outlives its cause, on a busy machine, has messages of its own from then on.
    const others = notified().filter(({ alert }) => alert.rule !== 'WeftNodeSilent');
    expect(others.filter(({ alert }) => alert.updatedAt < (end.alert.resolvedAt ?? ''))).toEqual([]);
    await until('the mail of the end', 60, async () => (subjectsOf(mail).length > 1 ? true : undefined));
    expect(subjectsOf(mail)).toEqual([expect.stringMatching(/^\[Firing \(\w+\)\] /), expect.stringMatching(/^\[Resolved\] /)]);
    expect(await alertsOf(later, 'WeftNodeSilent')).toHaveLength(1);
    await three.allAgentsAt([0, 1, 2], 60);
  }, 900_000);
}
