import { describe, expect, it } from 'vitest';
import { settingNames } from '../config/config.schema.js';
import { loadConfig } from '../config/load-config.js';
import { allowedSettings, ORIGINS, SECRETS, SHOWN } from './allowed-settings.js';

describe('allowedSettings', () => {
  it('decides for every setting whether its value is in a bundle', () => {
    expect([...SHOWN, ...ORIGINS, ...SECRETS].sort()).toEqual([...settingNames].sort());
  });

  it('has no secret, only which secrets are set, and no user information of a URL', () => {
    const config = {
      ...loadConfig({ env: {} }),
      mongodbUri: 'mongodb://weft:planted@m1/?replicaSet=weft',
      backupKey: 'planted'.repeat(9),
      publicUrl: 'https://u:planted@weft.example:4000/path?planted',
      trustedOrigins: ['https://planted@other.example'],
      futureSecret: 'planted',
    };
    const allowed = allowedSettings(config);
    expect(JSON.stringify(allowed)).not.toContain('planted');
    expect(allowed).toMatchObject({
      ...{ listenPort: 4000, publicUrl: 'https://weft.example:4000', trustedOrigins: ['https://other.example'], peerUrl: null },
      secretsSet: ['mongodbUri', 'backupKey'],
    });
  });
});
