import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer } from '../../test-support/app.js';
import { OIDC_CONFIG, OidcBrowser, PUBLIC_URL, reasonOf } from '../../test-support/oidc-browser.js';
import { TestProvider } from '../../test-support/oidc-provider.js';
import { writeAuthority, writeMemberCertificate } from '../cli/mongodb/certificates.js';

describe('a provider with a certificate of an own authority', () => {
  let tls: TestProvider;
  let caFile: string;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'weft-oidc-tls-'));
    await writeAuthority(folder, 'test');
    await writeMemberCertificate(folder, 'localhost', join(folder, 'member.pem'));
    const [member, ca] = await Promise.all(['member.pem', 'ca.pem'].map((file) => readFile(join(folder, file), 'utf8')));
    tls = await TestProvider.start(PUBLIC_URL, { tls: { key: member as string, cert: member as string, ca: ca as string } });
    tls.people.set('1', { preferred_username: 'tess', groups: ['staff'] });
    tls.person = '1';
    caFile = join(folder, 'ca.pem');
  });
  afterAll(() => tls?.stop());

  const started = (oidcCaFile: string | null) =>
    startTestServer({ mongoUri: testDatabase().uri, config: { ...OIDC_CONFIG, oidcIssuer: tls.issuer, oidcCaFile } });

  it('is trusted with oidcCaFile', async () => {
    const trusting = await started(caFile);
    try {
      const browser = new OidcBrowser(trusting.url);
      const back = await tls.visit(await browser.start());
      expect(await browser.finish(back)).toMatchObject({ status: 200, body: { user: { name: 'tess', role: 'viewer' } } });
    } finally {
      await trusting.stop();
    }
  });

  it('is refused without it, with the reason', async () => {
    const strict = await started(null);
    try {
      const before = tls.asked.length;
      const answer = await new OidcBrowser(strict.url).post(endpoints.startOidcLogin.path);
      expect(reasonOf(answer)).toBe('oidc-unavailable');
      expect(answer.body.detail).toMatch(/certificate|CERT/);
      expect(tls.asked).toHaveLength(before);
    } finally {
      await strict.stop();
    }
  });
});
