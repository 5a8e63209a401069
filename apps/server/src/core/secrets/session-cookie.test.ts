import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/load-config.js';
import { noSessionCookie, sessionCookie, sessionTokenOf } from './session-cookie.js';

const plain = loadConfig({ env: { WEFT_INSECURE_HTTP: 'true' } });
const secure = { ...plain, publicUrl: 'https://weft.example' };

describe('the session cookie', () => {
  it('is bound to its host over HTTPS', () => {
    const cookie = sessionCookie(secure, 'token');
    expect(cookie).toMatch(/^__Host-weft_session=token;/);
    expect(cookie).toMatch(/Path=\/;.*Secure/);
    expect(cookie).not.toContain('Domain');
    expect(noSessionCookie(secure)).toMatch(/^__Host-weft_session=;/);
  });

  it('uses its plain name without Secure over HTTP', () => {
    expect(sessionCookie(plain, 'token')).toMatch(/^weft_session=token;/);
    expect(sessionCookie(plain, 'token')).not.toContain('Secure');
  });

  it('is read under the host-bound name alone over HTTPS: another host of the domain can set the plain one', () => {
    expect(sessionTokenOf(secure, 'weft_session=other; __Host-weft_session=mine')).toBe('mine');
    expect(sessionTokenOf(secure, 'weft_session=other')).toBeUndefined();
    expect(sessionTokenOf(secure, undefined)).toBeUndefined();
  });

  it('is read under its plain name over HTTP', () => {
    expect(sessionTokenOf(plain, 'weft_session=mine')).toBe('mine');
    expect(sessionTokenOf(plain, undefined)).toBeUndefined();
  });
});
