import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings } from '@weft/shared/kinds/settings/settings';
import { describe, expect, test } from 'vitest';
import { ConfigError, loadConfig, unknownVariables, withoutSecrets } from './load-config.js';
import { certificateOf, isExposed } from './serves-tls.js';

const fileOf = (content: unknown): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'weft-config-')), 'weft.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};
const refusal = (env: NodeJS.ProcessEnv, file?: string): string => {
  try {
    loadConfig({ env, file });
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error('it was accepted');
};

describe('loadConfig', () => {
  test('takes the long memory with one kind of credentials, from files, and never shows them', () => {
    const WEFT_LONG_MEMORY_PASSWORD_FILE = fileOf('a secret\n');
    const config = loadConfig({ env: { WEFT_LONG_MEMORY_USER: 'weft', WEFT_LONG_MEMORY_PASSWORD_FILE } });
    expect(config.longMemoryPassword).toBe('a secret');
    expect(JSON.stringify(withoutSecrets(config))).not.toContain('a secret');
    expect(refusal({ WEFT_LONG_MEMORY_USER: 'weft' })).toContain('longMemoryUser and longMemoryPasswordFile');
    expect(refusal({ WEFT_LONG_MEMORY_USER: 'weft', WEFT_LONG_MEMORY_PASSWORD_FILE, WEFT_LONG_MEMORY_TOKEN: 'x' })).toContain(
      'give one of them',
    );
    expect(refusal({ WEFT_LONG_MEMORY_CA_FILE: '/no/such/file' })).toContain('longMemoryCaFile');
    for (const url of ['http://weft:secret@vm:8428/', 'ftp://vm/', 'vm:8428'])
      expect(refusal({ WEFT_LONG_MEMORY_WRITE_URL: url })).toContain('longMemoryWriteUrl (WEFT_LONG_MEMORY_WRITE_URL): must be');
  });

  test('listens on loopback port 4000 by default, with timeouts of 30 s', () => {
    expect(loadConfig({ env: {} })).toMatchObject({
      listenAddress: '127.0.0.1',
      listenPort: 4000,
      mongodbSocketTimeoutSeconds: 30,
      mongodbConnectTimeoutSeconds: 5,
      bodyLimitBytes: 2_097_152,
    });
  });

  test('prefers flags over the environment, and the environment over the file', () => {
    const file = fileOf({ listenPort: 1, logLevel: 'warn', mongodbDatabase: 'fromfile' });
    const config = loadConfig({ env: { WEFT_LISTEN_PORT: '2', WEFT_LOG_LEVEL: 'debug' }, file, flags: { listenPort: 3 } });
    expect(config).toMatchObject({ listenPort: 3, logLevel: 'debug', mongodbDatabase: 'fromfile' });
  });

  test('refuses a socket of a simulation in a real cluster', () => {
    const env = { WEFT_SIMULATION_SOCKET: '/run/simulation.sock' };
    expect(refusal(env)).toContain('a real cluster has no simulation');
    expect(loadConfig({ env: { ...env, WEFT_SIMULATED: 'true' } }).simulationSocket).toBe('/run/simulation.sock');
  });

  test('parses booleans, numbers and lists from the environment', () => {
    const config = loadConfig({
      env: { WEFT_SIMULATED: 'true', WEFT_SOCKET_KEEP_ALIVE_SECONDS: '2.5', WEFT_TRUSTED_ORIGINS: 'https://a.example, https://b.example' },
    });
    expect(config).toMatchObject({
      simulated: true,
      socketKeepAliveSeconds: 2.5,
      trustedOrigins: ['https://a.example', 'https://b.example'],
    });
  });

  test.each([
    ['WEFT_LISTEN_PORT', 'http', 'listenPort', 'a whole number from 0 to 65535'],
    ['WEFT_LISTEN_PORT', '70000', 'listenPort', 'a whole number from 0 to 65535'],
    ['WEFT_LOG_LEVEL', 'loud', 'logLevel', 'fatal, error'],
    ['WEFT_SIMULATED', 'yes please', 'simulated', 'true or false'],
    ['WEFT_MONGODB_URI', 'postgres://x', 'mongodbUri', 'mongodb://'],
    ['WEFT_PUBLIC_URL', 'ftp://x', 'publicUrl', 'http or https'],
  ])('refuses %s=%s, and names the setting and what it accepts', (variable, value, setting, accepts) => {
    const message = refusal({ [variable]: value });
    expect(message).toContain(`${setting} (${variable})`);
    expect(message).toContain(accepts);
  });

  test('reads trusted proxies as a hop count or an address list, and refuses other values', () => {
    expect(loadConfig({ env: {} }).trustProxy).toBe(0);
    expect(loadConfig({ env: { WEFT_TRUST_PROXY: '2' } }).trustProxy).toBe(2);
    expect(loadConfig({ env: { WEFT_TRUST_PROXY: '10.0.0.0/8, ::1' } }).trustProxy).toEqual(['10.0.0.0/8', '::1']);
    expect(loadConfig({ env: {}, file: fileOf({ trustProxy: 1 }) }).trustProxy).toBe(1);
    for (const wrong of ['true', 'proxy.example', '9']) expect(refusal({ WEFT_TRUST_PROXY: wrong })).toContain('trustProxy');
  });

  test('refuses an unknown setting in the file, and names it', () => {
    expect(refusal({}, fileOf({ listenPrt: 1 }))).toContain('there is no setting listenPrt');
  });

  test('names the path of an invalid file', () => {
    const file = fileOf('{"a":');
    expect(refusal({}, file)).toContain(file);
  });

  test('serves TLS on every address, except with insecureHttp and without a certificate', () => {
    const certificate = { WEFT_TLS_CERTIFICATE: 'c.pem', WEFT_TLS_KEY: 'k.pem' };
    const of = (env: NodeJS.ProcessEnv) => {
      const config = loadConfig({ env });
      return [certificateOf(config), isExposed(config)];
    };
    expect(of({})).toEqual(['own', false]);
    expect(of({ WEFT_LISTEN_ADDRESS: '0.0.0.0' })).toEqual(['own', false]);
    expect(of({ WEFT_INSECURE_HTTP: 'true' })).toEqual(['none', false]);
    expect(of({ WEFT_INSECURE_HTTP: 'true', WEFT_LISTEN_ADDRESS: '0.0.0.0' })).toEqual(['none', true]);
    expect(of({ WEFT_INSECURE_HTTP: 'true', WEFT_LISTEN_ADDRESS: '0.0.0.0', ...certificate })).toEqual(['given', false]);
  });

  test('reads the scrape token from a file', () => {
    expect(loadConfig({ env: { WEFT_SCRAPE_TOKEN_FILE: fileOf('0123456789abcdef\n') } }).scrapeToken).toBe('0123456789abcdef');
    expect(refusal({ WEFT_SCRAPE_TOKEN_FILE: '/nowhere/token' })).toContain('scrapeTokenFile');
  });

  test('reads the key of backups from a file, and refuses a folder without a key and a wrong key', () => {
    const key = '0123456789abcdef'.repeat(4);
    const config = loadConfig({ env: { WEFT_BACKUP_DIR: '/backups', WEFT_BACKUP_KEY_FILE: fileOf(`${key}\n`) } });
    expect(config).toMatchObject({
      backupDir: '/backups',
      backupKey: key,
    });
    expect(JSON.stringify(withoutSecrets(config))).not.toContain(key);
    expect(refusal({ WEFT_BACKUP_DIR: '/backups' })).toContain('backupKeyFile');
    expect(refusal({ WEFT_BACKUP_KEY_FILE: fileOf('secret') })).toContain('64 hexadecimal digits');
    expect(refusal({ WEFT_BACKUP_KEY: key, WEFT_BACKUP_KEY_FILE: fileOf(key) })).toContain('give one of them');
  });

  test('takes a bucket for backups instead of a folder, with its access key', () => {
    const bucket = { WEFT_BACKUP_S3_URL: 'https://s3.example.com/weft/site-a', WEFT_BACKUP_KEY: '0123456789abcdef'.repeat(4) };
    const access = { WEFT_BACKUP_S3_ACCESS_KEY_ID: 'weft', WEFT_BACKUP_S3_SECRET_ACCESS_KEY_FILE: fileOf('open sesame\n') };
    const config = loadConfig({ env: { ...bucket, ...access } });
    expect(config).toMatchObject({ backupS3Region: 'us-east-1', backupS3AccessKeyId: 'weft', backupS3SecretAccessKey: 'open sesame' });
    expect(JSON.stringify(withoutSecrets(config))).not.toContain('sesame');
    expect(refusal(bucket)).toContain('backupS3AccessKeyId');
    expect(refusal({ ...bucket, ...access, WEFT_BACKUP_KEY: undefined })).toContain('backupKeyFile');
    expect(refusal({ ...bucket, ...access, WEFT_BACKUP_DIR: '/backups' })).toContain('give one of them');
    expect(refusal({ ...bucket, ...access, WEFT_BACKUP_S3_URL: 's3://weft' })).toContain('https://s3.example.com/bucket/prefix');
  });

  test('hides secrets when the configuration is shown', () => {
    const shown = JSON.stringify(
      withoutSecrets(loadConfig({ env: { WEFT_MONGODB_URI: 'mongodb://weft:hunter2@db/', WEFT_SCRAPE_TOKEN: 'scrape-me-scrape-me' } })),
    );
    expect(shown).toContain('mongodb://***:***@db/');
    expect(shown).not.toMatch(/hunter2|scrape-me/);
  });

  test.each([
    ['mongodb://weft:a/b@c?d@db1,db2/weft?replicaSet=rs', 'mongodb://***:***@db1,db2/weft?replicaSet=rs'],
    [
      'mongodb://db/?tls=true&tlsCertificateKeyFile=/k.pem&tlsCertificateKeyFilePassword=hunter2',
      'mongodb://db/?tls=true&tlsCertificateKeyFile=/k.pem&tlsCertificateKeyFilePassword=***',
    ],
    [
      'mongodb+srv://db/?authMechanismProperties=AWS_SESSION_TOKEN:hunter2&proxyPassword=hunter2&w=majority',
      'mongodb+srv://db/?authMechanismProperties=***&proxyPassword=***&w=majority',
    ],
    ['mongodb://db/?replicaSet=rs', 'mongodb://db/?replicaSet=rs'],
    ['mongodb://db/?proxyPassword=hun&ter2&w=1', 'mongodb://db/?proxyPassword=***&***&w=1'],
  ])('hides every secret in %s', (uri, shown) => {
    expect(withoutSecrets(loadConfig({ env: { WEFT_MONGODB_URI: uri } }))['mongodbUri']).toBe(shown);
  });

  test('reports unknown WEFT_ variables', () => {
    expect(unknownVariables({ WEFT_LISTENPORT: '1', WEFT_CONFIG: 'x', WEFT_LISTEN_PORT: '1', HOME: '/' })).toEqual(['WEFT_LISTENPORT']);
  });
});

test('closes an unresponsive socket after nodeLostAfterSeconds by default', () => {
  const { socketKeepAliveSeconds, socketTimeoutSeconds } = loadConfig({ env: {} });
  expect(socketKeepAliveSeconds + socketTimeoutSeconds).toBe(defaultSettings.nodeLostAfterSeconds);
});
