import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { zonesEndpoints } from '@weft/shared/endpoints/zones/zones';
import { testDatabase } from '@weft/test-support/database';
import { promtool } from '@weft/test-support/prometheus';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { startTestFederation, type TestZone, viewerToken } from '../../test-support/zones/federation.js';
import { becomes, federation, search, zone } from '../../test-support/zones/in-test.js';
import { publicAuthorityFile } from '../core/tls/authority-file.js';
import { fingerprintOf } from '../core/tls/make-certificates.js';

let ams: TestServer;
const tokens = { ams: '' };

beforeAll(async () => {
  ams = await startTestServer({ mongoUri: testDatabase().uri });
  tokens.ams = await viewerToken(ams);
});
afterAll(() => ams?.stop());

const zoneAms = (): TestZone => ({ name: 'ams', urls: [ams.url], token: tokens.ams });

describe('certificates of zones', () => {
  /** For `fetch` of the tests alone: the federation always verifies. */
  async function tlsServer(): Promise<{ server: TestServer; token: string }> {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    const server = await startTestServer({ mongoUri: testDatabase().uri, config: { insecureHttp: false } });
    onTestFinished(() => server.stop());
    return { server, token: await viewerToken(server) };
  }

  it('trusts the authority of a file or a fingerprint, and sends no token to any other', async () => {
    const { server, token } = await tlsServer();
    const caFile = publicAuthorityFile(server.dataDir);
    const caFingerprint = fingerprintOf(await readFile(caFile, 'utf8'));
    const zones = (more: Partial<TestZone>) => [{ name: 'tls', urls: [server.url], token, ...more }];
    const uses = () => server.mongo.db.collection('apiTokens').findOne({ lastUsedAt: { $ne: null } });
    for (const wrong of [{}, { caFingerprint: 'ab'.repeat(32) }, { caFile: '/does/not/exist' }]) {
      const of = await startTestFederation(zones(wrong));
      await becomes(of, 'tls', { state: 'unreachable', reason: { code: 'zone-certificate' } });
      expect(JSON.stringify(await zone(of, 'tls'))).not.toContain('/does/not/exist');
      await of.stop();
    }
    expect(await uses()).toBeNull();
    for (const right of [{ caFingerprint }, { caFile }]) {
      const of = await startTestFederation(zones(right));
      await becomes(of, 'tls', { state: 'reachable', reason: null });
      await of.stop();
    }
    expect(await uses()).not.toBeNull();
  });

  it('serves a certificate of its own authority, which stays over a restart', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    const dataDir = await mkdtemp(join(tmpdir(), 'weft-federation-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const authorities: string[] = [];
    for (let start = 0; start < 2; start++) {
      const of = await startTestFederation([zoneAms()], { insecureHttp: false, dataDir });
      expect(of.url).toMatch(/^https:/);
      expect((await of.request('GET', '/api/v1/zones')).status).toBe(200);
      authorities.push(await readFile(publicAuthorityFile(dataDir), 'utf8'));
      await of.stop();
    }
    expect(authorities[0]).toBe(authorities[1]);
  });
});

describe('readers of a federation', () => {
  it('need a token for everything below /api/v1/zones', async () => {
    const of = await federation([zoneAms()]);
    for (const { path } of Object.values(zonesEndpoints).filter(({ id }) => id !== 'healthz')) {
      const target = path.replace(':name', 'ams');
      const none = await fetch(of.url + target);
      expect([none.status, ((await none.json()) as { reason: { code: string } }).reason.code]).toEqual([401, 'reader-token-required']);
      const wrong = await fetch(of.url + target, { headers: { authorization: `Bearer ${tokens.ams}` } });
      expect([wrong.status, ((await wrong.json()) as { reason: { code: string } }).reason.code]).toEqual([401, 'reader-token-invalid']);
    }
    expect((await fetch(`${of.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${of.url}/api/v1/openapi.json`)).status).toBe(200);
  });

  it('can change nothing: no path has another method than GET and HEAD', async () => {
    const of = await federation([zoneAms()]);
    const document = (await (await fetch(`${of.url}/api/v1/openapi.json`)).json()) as { paths: Record<string, object> };
    expect(Object.values(document.paths).flatMap(Object.keys)).toEqual(Object.keys(zonesEndpoints).map(() => 'get'));
    for (const path of [...Object.values(zonesEndpoints).map((each) => each.path.replace(':name', 'ams')), '/api/v1/volumes', '/'])
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const { status, headers } = await of.request(method, path);
        expect([404, 405], `${method} ${path}`).toContain(status);
        if (status === 405) expect(headers.get('allow')).toBe('GET, HEAD');
      }
    expect((await of.request('GET', '/api/v1/volumes')).status).toBe(404);
  });

  it('see only the zones of their entry, and learn nothing of the others', async () => {
    const { clusterId } = await ams.adminClient.call(endpoints.getSettings);
    const of = await federation([
      { ...zoneAms(), clusterId },
      { name: 'fra', urls: ['http://127.0.0.1:9'], token: tokens.ams },
      { name: 'twin', urls: [ams.url.replace('127.0.0.1', 'localhost')], token: tokens.ams },
    ]);
    await becomes(of, 'ams', { state: 'reachable' });
    await becomes(of, 'twin', { state: 'other-cluster', reason: { code: 'zone-same-cluster', params: { zone: 'ams' } } });
    const authorization = `Bearer ${await of.addReader('some', ['fra', 'twin', 'elsewhere'])}`;
    const ask = async (path: string) => {
      const answer = await of.request('GET', path, { authorization });
      return { status: answer.status, text: await answer.text() };
    };
    await expect.poll(async () => (await ask('/api/v1/zones')).status, { timeout: 10_000 }).toBe(200);
    for (const path of [
      ...['/api/v1/zones', '/api/v1/zones/overview', '/api/v1/zones/alerts', '/api/v1/zones/search?q=a', '/api/v1/zones/twin'],
      ...['/api/v1/zones/twin/topology', '/api/v1/zones?search=ams'],
    ]) {
      const { status, text } = await ask(path);
      expect(status, path).toBe(200);
      // The sums, and the names of zones in reasons too.
      expect(text, path).not.toMatch(/"ams"|zone ams/);
    }
    expect(JSON.parse((await ask('/api/v1/zones')).text)).toMatchObject({ total: 2, items: [{ name: 'fra' }, { name: 'twin' }] });
    expect(JSON.parse((await ask('/api/v1/zones/overview')).text)).toMatchObject({ zones: { total: 2, counted: 0 } });
    expect(JSON.parse((await ask('/api/v1/zones/twin')).text)).toMatchObject({ reason: { code: 'zone-cluster-taken' } });
    const withoutId = ({ status, text }: { status: number; text: string }) => [status, text.replaceAll(/[0-9a-f-]{36}/g, 'ID')];
    for (const path of ['/api/v1/zones/NAME', '/api/v1/zones/NAME/topology', '/api/v1/zones/alerts?zone=NAME']) {
      const [hidden, unknown] = [await ask(path.replace('NAME', 'ams')), await ask(path.replace('NAME', 'xyz'))];
      expect(hidden.status, path).toBe(404);
      expect(withoutId({ ...hidden, text: hidden.text.replaceAll(/\bams\b/g, 'xyz') })).toEqual(withoutId(unknown));
    }
    expect(await ask('/metrics')).toMatchObject({ status: 403, text: expect.stringContaining('reader-without-all-zones') });
  });

  it('scrape metrics of every zone, which promtool accepts and docs/zones.md lists', async () => {
    const of = await federation([zoneAms(), { name: 'fra', urls: ['http://127.0.0.1:9'], token: tokens.ams }]);
    await becomes(of, 'ams', { state: 'reachable' });
    expect((await fetch(`${of.url}/metrics`)).status).toBe(401);
    await search(of, 'target');
    const scraped = await vi.waitFor(
      async () => {
        const text = await (await of.request('GET', '/metrics')).text();
        expect(text).toMatch(/^weft_federation_zone_failures_total\{zone="fra",reason="zone-unreachable"\} \d+$/m);
        return text;
      },
      { timeout: 20_000 },
    );
    const value = (series: string) =>
      Number(
        scraped
          .split('\n')
          .find((line) => line.startsWith(`${series} `))
          ?.split(' ')[1],
      );
    expect([value('weft_federation_zone_up{zone="ams"}'), value('weft_federation_zone_up{zone="fra"}')]).toEqual([1, 0]);
    expect(value('weft_federation_zone_answer_age_seconds{zone="ams"}')).toBeLessThan(60);
    expect(value('weft_federation_zone_answer_age_seconds{zone="fra"}')).toBeNaN();
    expect(value('weft_federation_zone_held_bytes{zone="ams"}')).toBeGreaterThan(200);
    expect(value('weft_federation_zone_request_duration_seconds_count{zone="ams",path="/api/v1/overview"}')).toBeGreaterThan(0);
    expect(value('process_resident_memory_bytes')).toBeGreaterThan(0);
    expect(scraped).toContain('nodejs_eventloop_lag_p99_seconds');
    await promtool(['check', 'metrics'], scraped);
    const names = [...scraped.matchAll(/^# TYPE (weft_\S+)/gm)].map(([, name]) => name);
    const page = await readFile(new URL('../../../../docs/zones.md', import.meta.url), 'utf8');
    expect([...page.matchAll(/^\| `(weft_federation_\w+)`/gm)].map(([, name]) => name).sort()).toEqual([...names].sort());
  });

  it('get no token of a zone in any answer, and problems with codes', async () => {
    const of = await federation([
      zoneAms(),
      { name: 'fra', urls: ['http://localhost:9', ams.url.replace('127.0.0.1', 'localhost')], token: 'wrong'.repeat(8) },
    ]);
    await becomes(of, 'fra', { state: 'unauthorised' });
    for (const path of [
      '/api/v1/zones',
      '/api/v1/zones/overview',
      '/api/v1/zones/alerts',
      '/api/v1/zones/search?q=target',
      '/api/v1/zones/ams/topology',
    ]) {
      const text = await (await of.request('GET', path)).text();
      for (const secret of [tokens.ams, 'wrongwrong', of.folder]) expect(text).not.toContain(secret);
    }
    const missing = (await (await of.request('GET', '/api/v1/zones/nowhere')).json()) as unknown;
    expect(missing).toMatchObject({ status: 404, reason: { code: 'zone-unknown', params: { zone: 'nowhere' } } });
    for (const wrong of [
      '/api/v1/zones/search',
      '/api/v1/zones/search?q=',
      '/api/v1/zones?limit=0',
      '/api/v1/zones/overview?x=1',
      '/api/v1/zones/No',
    ])
      expect((await of.request('GET', wrong)).status, wrong).toBe(400);
  });
});
