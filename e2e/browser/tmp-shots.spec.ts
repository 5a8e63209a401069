import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Camera, themes } from './screenshots/camera.js';
import { chooseAction } from './support/actions.js';
import { expect, test } from './support/fixtures.js';
import { misLaid } from './support/laid-out.js';
import { login } from './support/login.js';

test('shots', async ({ page, ownCluster: cluster }) => {
  test.setTimeout(500_000);
  await cluster.furnish();
  const smart = {
    temperatureCelsius: 75,
    percentageUsed: 85,
    availableSparePercent: 100,
    mediaErrors: 0,
    powerOnHours: 100,
    unsafeShutdowns: 0,
    criticalWarning: 1,
  };
  await cluster.node('warm-1', [
    { serial: 'S-WARM', sizeBytes: 2.4e12, smart },
    { serial: 'S-HOT', sizeBytes: 2.4e12, smart },
  ]);
  const volumeId = await cluster.volume('stranded', { sizeBytes: 2 ** 30, protection: 'concatenated' });
  await cluster.attach(volumeId, 'c1');
  const { legs } = await cluster.admin.call(endpoints.getVolume, { params: { id: volumeId } });
  const lost = legs[0]?.node.name ?? '';
  const { admin } = cluster;
  await admin.call(endpoints.createChannel, {
    body: {
      name: 'on-call',
      target: { type: 'webhook', url: 'http://127.0.0.1:9/alerts', secret: 'x' },
      route: {
        quietHours: { from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' },
        repeatHours: 4,
        digestMinutes: 15,
        matchers: [{ label: 'zone', operator: '!=', value: 'lab' }],
      },
    },
  });
  await admin.call(endpoints.createChannel, {
    body: {
      name: 'mail',
      enabled: false,
      target: {
        type: 'smtp',
        host: 'mail.example.com',
        port: 587,
        security: 'starttls',
        username: null,
        from: 'weft@example.com',
        to: ['storage@example.com', 'night@example.com'],
      },
    },
  });
  await admin.call(endpoints.createChannel, {
    body: { name: 'team', enabled: false, target: { type: 'slack', url: 'https://hooks.example.com/secret' } },
  });
  const settings = await admin.call(endpoints.getSettings);
  await admin.call(endpoints.updateSettings, {
    ifMatch: settings.version,
    body: { alertThresholds: [{ rule: 'WeftDriveHot', driveClass: 'fast', volumeLabel: null, value: 65 }] },
  });
  await admin.call(endpoints.createSilence, {
    body: {
      matchers: [
        { label: 'node', operator: '=', value: 'lab*' },
        { label: 'rule', operator: '=', value: 'WeftDriveHot' },
      ],
      endsAt: new Date(Date.now() + 9e6).toISOString(),
      comment: 'new fans arrive on Monday, ticket 4711',
    },
  });
  await cluster.agents.get(lost)?.goAway();
  await expect
    .poll(async () => (await admin.call(endpoints.listAlerts, { query: { rule: 'WeftNodeSilent', state: 'firing' } })).total, {
      timeout: 200_000,
    })
    .toBe(1);
  await expect
    .poll(async () => (await admin.call(endpoints.listAlerts, { query: { rule: 'WeftNodeSilent' } })).items[0]?.consequenceCount, {
      timeout: 100_000,
    })
    .toBeGreaterThan(0)
    .catch(() => undefined);
  const { items } = await admin.call(endpoints.listAlerts, { query: { limit: 50 } });
  for (const a of items)
    console.log(
      a.rule,
      a.state,
      a.severity,
      a.subject.name,
      a.subjectCount,
      'causes',
      a.consequenceCount,
      'by',
      a.causedBy?.rule,
      '|',
      a.summary,
      JSON.stringify(a.labels),
      a.link,
    );
  const silent = items.find(({ rule }) => rule === 'WeftNodeSilent');
  const warning = items.find(({ rule }) => rule === 'WeftDriveWarning');
  await login(page, cluster.server.url, 'admin');
  const camera = await Camera.of(page, 'alerts');
  const places: [string, string][] = [
    ['overview', '/'],
    ['alerts', '/alerts'],
    ['alerts-all', '/alerts?show=all'],
    ['consequences', `/alerts?causedBy=${silent?.id}`],
    ['alert-node', `/alerts/${silent?.id}`],
    ['alert-drive', `/alerts/${warning?.id}`],
    ['silences', '/silences'],
    ['channels', '/channels'],
    ['settings', '/settings'],
    ['volume', `/volumes/${volumeId}`],
    ['node', `/nodes/${legs[0]?.node.id}`],
  ];
  for (const theme of themes) {
    await camera.use(theme);
    for (const width of [1440, 390]) {
      for (const [name, path] of places) {
        await page.setViewportSize({ width, height: 900 });
        await camera.open(`${cluster.server.url}${path}`);
        if (name === 'alert-node')
          await page
            .getByText(/open alerts?$/)
            .first()
            .click({ timeout: 3000 })
            .catch(() => undefined);
        await page.waitForTimeout(400);
        console.log(name, width, JSON.stringify(await misLaid(page)));
        await (name === 'overview' || name === 'volume' || name === 'node'
          ? camera.shoot(`${name}-${width}`)
          : camera.shootWhole(`${name}-${width}`));
      }
      await page.setViewportSize({ width, height: 900 });
      const dialogs: [string, string, string][] = [
        ['silence', `/alerts/${silent?.id}`, 'Silence…'],
        ['ack', `/alerts/${silent?.id}`, 'Acknowledge…'],
        ['channel', '/channels', 'New channel…'],
        ['test', '/channels', 'Send a test…'],
        ['threshold', '/settings', 'Set value…'],
      ];
      for (const [name, path, button] of dialogs) {
        await camera.open(`${cluster.server.url}${path}`);
        await chooseAction(page, button);
        await expect(page.getByRole('dialog')).toBeVisible();
        await page.waitForTimeout(500);
        console.log(name, width, JSON.stringify(await misLaid(page)));
        await camera.shoot(`dialog-${name}-${width}`);
      }
    }
  }
});
