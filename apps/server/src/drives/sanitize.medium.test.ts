import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../test-support/fake-agent.js';

let server: TestServer;
let agent: FakeAgent;

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
  agent = await FakeAgent.enroll(server, 'target');
  await agent.connect(server.url);
});
afterAll(async () => {
  agent?.disconnect();
  await server?.stop();
});

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
async function drive(serial: string) {
  const { items } = await server.adminClient.call(endpoints.listDrives, { query: { serial } });
  if (!items[0]) throw new Error(`no drive ${serial}`);
  return items[0];
}
const job = (id: string) => server.adminClient.call(endpoints.getJob, { params: { id } });

describe('wipe by sanitize', () => {
  const observed = { present: true, volumeGroup: false, sizeBytes: 1, freeBytes: 0, largestFreeBytes: 0, wipedOrderId: null };
  const sanitize = { actions: ['block-erase' as const], besides: 'nothing' as const, state: 'never' as const, progressRatio: null };
  const wipe = async (serial: string, method?: 'zero' | 'sanitize') => {
    const { id, version } = await drive(serial);
    return { params: { id }, ifMatch: version, body: { serial, ...(method ? { method } : {}) } };
  };
  const ordered = async (serial: string) => {
    const { id } = await drive(serial);
    return agent.newest?.content.drives.find(({ driveId }) => driveId === id)?.wipe;
  };

  it('orders the method, shows the progress in the job, and records what the node reports', async () => {
    const drives = [
      driveInventory('PLAIN'),
      driveInventory('SANITARY', { sanitize }),
      driveInventory('SHARED', { sanitize: { ...sanitize, besides: 'namespaces' } }),
    ];
    await agent.inventory(drives);
    await until(async () => expect((await drive('SANITARY')).sanitize).toEqual(sanitize));
    expect((await drive('PLAIN')).sanitize).toBeNull();
    const { job: wiping } = await server.adminClient.call(endpoints.wipeDrive, await wipe('SANITARY'));
    await until(async () => expect(await ordered('SANITARY')).toMatchObject({ method: 'sanitize' }));
    const begunOrderId = (await ordered('SANITARY'))?.orderId ?? '';
    await agent.reportDrives({
      state: 'working',
      observed: { ...observed, begunOrderId, sanitize: { action: 'block-erase', progressRatio: 0.42 } },
    });
    await until(async () =>
      expect((await job(wiping.id)).steps[1]).toMatchObject({
        ...{ code: 'sanitize-drive', state: 'running' },
        reason: { message: '42 % erased, by the drive itself' },
      }),
    );
    await agent.reportDrives({
      observed: { ...observed, wipedOrderId: begunOrderId, begunOrderId: null, sanitize: { action: 'block-erase', progressRatio: null } },
    });
    await until(async () => expect((await job(wiping.id)).state).toBe('done'));
    const { items } = await server.adminClient.call(endpoints.listWipeRecords, { query: { serial: 'SANITARY' } });
    expect(items).toMatchObject([{ state: 'wiped', method: 'sanitize', sanitizeAction: 'block-erase', error: null }]);
    const url = `${server.url}/api/v1/wipe-records/export?serial=SANITARY`;
    const csv = await (await fetch(url, { headers: { cookie: server.adminClient.sessionCookie ?? '' } })).text();
    expect(csv).toContain(',wiped,sanitize,block-erase,SANITARY,');
  });

  it('is refused beside other namespaces; without a named method the drive is zeroed', async () => {
    expect(await server.adminClient.refused(endpoints.wipeDrive, await wipe('SHARED', 'sanitize'))).toMatchObject({
      ...{ code: 'not-possible', field: 'method' },
      detail: expect.stringContaining('other namespaces'),
    });
    const { job: wiping } = await server.adminClient.call(endpoints.wipeDrive, await wipe('SHARED'));
    await until(async () => expect(await ordered('SHARED')).toMatchObject({ serial: 'SHARED' }));
    expect(await ordered('SHARED')).not.toHaveProperty('method');
    await server.adminClient.call(endpoints.cancelJob, { params: { id: wiping.id } });
  });

  it('is recorded as zeroed when an earlier agent carries out the order', async () => {
    await until(async () => expect((await drive('SANITARY')).state).toBe('available'));
    const { job: wiping } = await server.adminClient.call(endpoints.wipeDrive, await wipe('SANITARY', 'sanitize'));
    await until(async () => expect(await ordered('SANITARY')).toMatchObject({ method: 'sanitize' }));
    await agent.reportDrives();
    await until(async () => expect((await job(wiping.id)).state).toBe('done'));
    const { items } = await server.adminClient.call(endpoints.listWipeRecords, { query: { serial: 'SANITARY' } });
    expect(items[0]).toMatchObject({ state: 'wiped', method: 'zero', sanitizeAction: null });
  });
});
