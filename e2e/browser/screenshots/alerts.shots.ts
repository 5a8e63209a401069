/** A lost target from its alert to what changed, in both themes and on a phone. */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { until } from '../../support/api-client.js';
import { chooseAction } from '../support/actions.js';
import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';
import { recordedMoment } from '../support/recorded-moment.js';
import { type SimulatedCluster, startSimulatedCluster } from '../support/simulated-cluster.js';
import { Camera, windows } from './camera.js';

type Admin = SimulatedCluster['cluster']['admin'];

const MINUTE_MS = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();

/** Channels of which one has a receiver that refuses, silences, a threshold and a note. */
async function furnish(admin: Admin, target: string): Promise<void> {
  const route = { minSeverity: 'critical' as const, quietHours: { from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' } };
  const mail = { type: 'smtp' as const, host: 'mail.example.com', port: 587, security: 'starttls' as const };
  await admin.call(endpoints.createChannel, {
    body: { name: 'on-call', enabled: false, route, target: { ...mail, from: 'weft@example.com', to: ['storage@example.com'] } },
  });
  await admin.call(endpoints.createChannel, { body: { name: 'hook', target: { type: 'webhook', url: 'http://127.0.0.1:9/alerts' } } });
  const silence = { matchers: [{ label: 'zone', value: 'z9' }], comment: 'Works on the power of zone z9' };
  await admin.call(endpoints.createSilence, { body: { ...silence, endsAt: inMinutes(600) } });
  await admin.call(endpoints.createSilence, { body: { ...silence, startsAt: inMinutes(1440), endsAt: inMinutes(1500) } });
  await admin.call(endpoints.createNote, { body: { subject: { kind: 'node', id: target }, text: 'Its power supply is to be replaced.' } });
  const { version } = await admin.call(endpoints.getSettings);
  const alertThresholds = [{ rule: 'WeftDriveWear' as const, driveClass: null, volumeLabel: null, value: 0.7 }];
  await admin.call(endpoints.updateSettings, { ifMatch: version, body: { alertThresholds } });
}

const causeOf = (admin: Admin) =>
  until('an alert with consequences', 300, async () => {
    const { items } = await admin.call(endpoints.listAlerts, { query: { open: 'true', causedBy: 'none' } });
    return items.find(({ state, consequenceCount }) => state === 'firing' && consequenceCount > 1);
  });

test('alerts, channels, silences and moments', async ({ page, mongo }) => {
  test.setTimeout(900_000);
  const simulated = await startSimulatedCluster(mongo.uri, { isSimulated: true, settings: { nodeLostAfterSeconds: 5 } });
  const { cluster, target, simulation } = simulated;
  const { admin } = cluster;
  const camera = await Camera.of(page, 'alerts');
  const address = (path: string) => `${cluster.server.url}${path}`;
  try {
    await furnish(admin, target);
    const whole = await recordedMoment(admin);
    await simulation.fault({ fault: 'kill-node', node: 'target-1' });
    const cause = await causeOf(admin);
    const broken = await recordedMoment(admin);
    await login(page, address('/alerts'), 'admin');
    const opener = page.getByRole('button', { name: /show the consequences/ }).first();
    await opener.click();
    await expect(page.getByRole('list', { name: 'Consequences' })).toContainText('orders');
    await camera.shootInBoth('list-with-consequences');
    const pages: [name: string, path: string][] = [
      ['alert', `/alerts/${cause.id}`],
      ['silences', '/silences'],
      ['channels', '/channels'],
      ['thresholds', '/settings'],
      ['overview', '/'],
      ['node', `/nodes/${target}`],
      ['past-list', `/alerts?at=${broken}`],
      ['past-alert', `/alerts/${cause.id}?at=${broken}`],
      ['past-node', `/nodes/${target}?at=${broken}`],
      ['past-overview', `/?at=${whole}`],
      ['changed', `/moments/changes?from=${whole}&to=${broken}`],
    ];
    for (const [name, path] of pages) {
      await camera.open(address(path));
      await camera.shootWholeInBoth(name);
    }
    await camera.open(address(`/alerts/${cause.id}`));
    await chooseAction(page, 'Silence…');
    await camera.shootInBoth('silence-form');
    await camera.open(address('/channels'));
    await page.getByRole('button', { name: 'New channel…' }).click();
    await expect(page.getByRole('dialog').getByLabel(/^Name/)).toBeVisible();
    await camera.shootInBoth('channel-form');
    await page.setViewportSize(windows.phone);
    await camera.open(address('/alerts'));
    await opener.click();
    await expect(page.getByRole('list', { name: 'Consequences' })).toBeVisible();
    await camera.shootInBoth('list-with-consequences-phone');
    for (const [name, path] of pages.filter(([each]) => each !== 'thresholds')) {
      await camera.open(address(path));
      await camera.shootInBoth(`${name}-phone`);
    }
  } finally {
    await simulated.stop();
  }
});
