import { describe, expect, it } from 'vitest';
import { parseFederationConfig } from './federation-config.js';

const zone = { name: 'ams', urls: ['https://weft-1.ams.example:4000/'], tokenFile: '/etc/weft/ams.token' };
const parse = (more: object = {}, zones: object[] = [zone]) =>
  parseFederationConfig({ readersFile: '/etc/weft/readers.json', zones, ...more }, 'zones.json');
const fault = (more: object, zones?: object[]): string => {
  try {
    parse(more, zones);
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
};

describe('the configuration of a federation', () => {
  it('takes zones with one or several servers, and fills in the rest', () => {
    const fingerprint = `${'AB:'.repeat(31)}CD`;
    const config = parse({}, [{ ...zone, urls: ['https://a.example', 'https://b.example:4000'], caFingerprint: fingerprint }]);
    expect(config).toMatchObject({ listenPort: 4100, pollSeconds: 15, searchMilliseconds: 1000, simulated: false });
    expect(config.zones[0]).toMatchObject({
      urls: ['https://a.example', 'https://b.example:4000'],
      caFingerprint: `${'ab'.repeat(31)}cd`,
      clusterId: null,
    });
  });

  it('sends no token in clear to another machine', () => {
    expect(fault({}, [{ ...zone, urls: ['http://weft.example:4000'] }])).toContain('zones.json: zones.0.urls.0: must begin with https://');
    expect(parse({}, [{ ...zone, urls: ['http://127.0.0.1:4000'] }]).zones[0]?.urls).toEqual(['http://127.0.0.1:4000']);
  });

  it('names each wrong field of a zone', () => {
    expect(fault({}, [{ ...zone, name: 'search' }])).toContain('zones.0.name: must not be one of overview, alerts, search');
    expect(fault({}, [{ ...zone, name: 'Ams' }])).toContain('zones.0.name: must start with a letter');
    expect(fault({}, [zone, { ...zone, urls: ['https://other.example'] }])).toContain('zones.1.name: is that of zone ams too');
    expect(fault({}, [zone, { ...zone, name: 'fra' }])).toContain('zones.1.urls: is that of zone ams too');
    expect(fault({}, [{ ...zone, urls: ['https://weft.example/console'] }])).toContain('must have no path');
    expect(fault({}, [{ ...zone, urls: ['https://u:p@weft.example'] }])).toContain('must have no user and no password');
    expect(fault({}, [{ ...zone, caFile: '/ca.pem', caFingerprint: 'ab'.repeat(32) }])).toContain(
      'must have one of caFile and caFingerprint',
    );
    expect(fault({}, [{ ...zone, token: 'secret-secret-secret' }])).toBe('zones.json: zones.0: there is no setting token');
    expect(fault({}, [])).toContain('zones.json: zones:');
  });

  it('wants certificate and key together', () => {
    expect(fault({ tlsCertificate: '/cert.pem' })).toContain('tlsKey: must be given together with tlsCertificate');
  });
});
