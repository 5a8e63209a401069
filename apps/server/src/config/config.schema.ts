import { secondFactorRules } from '@weft/shared/kinds/access/second-factor';
import { z } from 'zod';
import { s3LocationOf } from './s3-location.js';

const seconds = (fallback: number) => z.number().min(0.1).max(3600).default(fallback);

/** `accepts`: the accepted values, for error messages. `secret`: never shown or logged. */
interface SettingMeta {
  description: string;
  accepts: string;
  secret?: boolean;
}
const about = <T extends z.ZodType>(schema: T, description: string, accepts: string, more: { secret?: boolean } = {}): T =>
  schema.meta({ description, accepts, ...more });

/** 32 bytes in hexadecimal digits. */
const KEY_FORMAT = /^[0-9a-f]{64}$/i;
const path = z.string().min(1).max(4096);
const secret = z.string().min(16).max(512);
const httpUrl = z.url({ protocol: /^https?$/ });

const claim = z.string().min(1).max(128);
/** A group, and the name of a role. */
export const GROUP_ROLE = /^(.+)=([a-z][a-z0-9-]*)$/;
export const isLoopback = (url: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

/** A name, or names separated by `/`. */
const VAULT_NAME = /^[A-Za-z0-9_.-]+(?:\/[A-Za-z0-9_.-]+)*$/;

/** Credentials have settings of their own, which are never shown. */
const urlWithoutCredentials = httpUrl.refine((text) => {
  const { username, password, hash } = new URL(text);
  return username === '' && password === '' && hash === '';
}, 'it has credentials or a fragment');

/** Every setting of the server. File, environment, checks and docs/configuration.md derive from this schema. */
export const configSchema = z.strictObject({
  listenAddress: about(z.union([z.ipv4(), z.ipv6()]).default('127.0.0.1'), 'Address to listen on.', 'an IPv4 or IPv6 address'),
  listenPort: about(
    z.int().min(0).max(65_535).default(4000),
    'Port of API, console and agents. 0: any free one.',
    'a whole number from 0 to 65535',
  ),
  nvmeshPort: about(
    z.int().min(0).max(65_535).nullable().default(null),
    'Port on which the server also speaks the REST dialect of NVMesh management (docs/from-nvmesh.md). 0: any free one. None: it does not.',
    'a whole number from 0 to 65535',
  ),
  tlsCertificate: about(
    path.nullable().default(null),
    'PEM file with the certificate chain, read again when it changes. None: the server makes its certificate, with an authority of the cluster.',
    'the path of a readable file',
  ),
  tlsKey: about(path.nullable().default(null), 'PEM file with the private key of the certificate.', 'the path of a readable file'),
  insecureHttp: about(
    z.boolean().default(false),
    'Plain HTTP in place of TLS, for labs and behind a proxy that speaks TLS. Passwords and credentials then reach this server in clear.',
    'true or false',
  ),
  publicUrl: about(
    httpUrl.nullable().default(null),
    'Address under which people and agents reach the server, if it differs from the one they use (behind a proxy).',
    'a URL with http or https',
  ),
  peerUrl: about(
    httpUrl
      .refine((url) => ['', '/'].includes(new URL(url).pathname), 'it has a path')
      .nullable()
      .default(null),
    'Address under which the other servers reach this one, and no other, for live statistics. None: `listenAddress`, or the host name if that is all addresses, and the port.',
    'a URL with http or https, without a path',
  ),
  trustedOrigins: about(
    z.array(httpUrl).max(32).default([]),
    'Further origins whose pages may call the API with a session.',
    'URLs with http or https, separated by commas',
  ),
  trustProxy: about(
    z.union([z.int().min(0).max(8), z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).max(32)]).default(0),
    'Proxies in front whose `X-Forwarded-For` is believed, by their number, or by address or network. Limits, log and audit then go by the address of the client. 0: none.',
    'a whole number from 0 to 8, or IP addresses and networks, separated by commas',
  ),
  dataDir: about(
    path.default('/var/lib/weft-server'),
    'Folder for the initial password of the administrator, and for the key of the certificate authority.',
    'the path of a folder that the server may write',
  ),
  mongodbUri: about(
    z
      .string()
      .regex(/^mongodb(\+srv)?:\/\/.+/)
      .default('mongodb://127.0.0.1:27017/?replicaSet=weft'),
    'MongoDB replica set.',
    'a URI that starts with mongodb:// or mongodb+srv://',
    { secret: true },
  ),
  mongodbDatabase: about(
    z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,38}$/)
      .default('weft'),
    'Database name.',
    '1 to 38 letters, digits, "_" or "-"',
  ),
  mongodbReplicaSet: about(
    z.string().min(1).max(128).nullable().default(null),
    'Name of the replica set, if the URI does not say it.',
    'a name',
  ),
  mongodbConnectTimeoutSeconds: about(
    seconds(5),
    'Longest wait for a connection to MongoDB, and for a heartbeat of a member: a member without power is lost after this and 2 s.',
    'a number from 0.1 to 3600',
  ),
  mongodbSocketTimeoutSeconds: about(seconds(30), 'Longest wait for an answer of MongoDB.', 'a number from 0.1 to 3600'),
  scrapeToken: about(
    secret.nullable().default(null),
    'Bearer token for `/metrics` and service discovery. Without one, only users read them.',
    'at least 16 characters',
    { secret: true },
  ),
  scrapeTokenFile: about(path.nullable().default(null), 'File that holds the scrape token.', 'the path of a readable file'),
  longMemoryWriteUrl: about(
    urlWithoutCredentials.nullable().default(null),
    'Where statistics are sent by Prometheus remote write (docs/observability.md, "Long memory"). The same on all servers. None: nowhere.',
    'a URL with http or https, without credentials',
  ),
  longMemoryQueryUrl: about(
    urlWithoutCredentials.nullable().default(null),
    'Address of the Prometheus HTTP API of the long memory, without `/api/v1`. The servers read statistics there that have expired in MongoDB. None: expired statistics are not shown.',
    'a URL with http or https, without credentials',
  ),
  longMemoryUser: about(
    z
      .string()
      .min(1)
      .max(256)
      .regex(/^[^:]+$/)
      .nullable()
      .default(null),
    'User of the long memory (HTTP basic authentication).',
    'up to 256 characters without a colon',
  ),
  longMemoryPassword: about(z.string().min(1).max(1024).nullable().default(null), 'Password of this user.', 'up to 1024 characters', {
    secret: true,
  }),
  longMemoryPasswordFile: about(path.nullable().default(null), 'File that holds the password.', 'the path of a readable file'),
  longMemoryToken: about(
    z
      .string()
      .regex(/^[\x21-\x7e]{1,4096}$/)
      .nullable()
      .default(null),
    'Bearer token for the long memory, instead of a user.',
    'up to 4096 printable characters',
    { secret: true },
  ),
  longMemoryTokenFile: about(path.nullable().default(null), 'File that holds the token.', 'the path of a readable file'),
  longMemoryTenant: about(
    z
      .string()
      .regex(/^[A-Za-z0-9_.-]{1,128}$/)
      .nullable()
      .default(null),
    'Tenant in Mimir or Thanos: sent as `X-Scope-OrgID` and `THANOS-TENANT`.',
    '1 to 128 letters, digits, ".", "_" or "-"',
  ),
  longMemoryCaFile: about(
    path.nullable().default(null),
    'PEM file with the certificate authority of the long memory, beside those of the system.',
    'the path of a readable file',
  ),
  longMemoryTimeoutSeconds: about(
    z.number().min(0.1).max(60).default(10),
    'Longest wait for one answer of the long memory. A chart shows what MongoDB has after this time.',
    'a number from 0.1 to 60',
  ),
  longMemoryBatchSamples: about(
    z.int().min(100).max(50_000).default(2000),
    'Samples in one request to the long memory, and in memory at a time. All others wait in MongoDB.',
    'a whole number from 100 to 50000',
  ),
  longMemoryBackfill: about(
    z.boolean().default(false),
    'Whether the first start sends the oldest minutes in MongoDB too. The long memory must accept samples of that age.',
    'true or false',
  ),
  backupDir: about(
    path.nullable().default(null),
    'Folder for backups of the database, the same one for all servers. Neither a folder nor a bucket: this server takes no backups.',
    'the path of an existing folder that the server may write',
  ),
  backupKey: about(
    z.string().regex(KEY_FORMAT).nullable().default(null),
    'Key that encrypts backups. Without it a backup cannot be restored: keep a copy outside the cluster.',
    '64 hexadecimal digits (`openssl rand -hex 32`)',
    { secret: true },
  ),
  backupKeyFile: about(path.nullable().default(null), 'File that holds the key of backups.', 'the path of a readable file'),
  backupS3Url: about(
    z
      .string()
      .refine((text) => s3LocationOf(text) !== undefined)
      .nullable()
      .default(null),
    'Bucket for backups in a store with the S3 API, instead of a folder. Paths below the bucket are a prefix of the names.',
    'a URL such as https://s3.example.com/bucket/prefix',
  ),
  backupS3Region: about(z.string().min(1).max(64).default('us-east-1'), 'Region that requests to the bucket are signed for.', 'a name'),
  backupS3AccessKeyId: about(z.string().min(1).max(128).nullable().default(null), 'Id of the access key of the bucket.', 'a name'),
  backupS3SecretAccessKey: about(
    z.string().min(1).max(512).nullable().default(null),
    'Secret of the access key of the bucket.',
    'up to 512 characters',
    { secret: true },
  ),
  backupS3SecretAccessKeyFile: about(
    path.nullable().default(null),
    'File that holds the secret of the access key.',
    'the path of a readable file',
  ),
  secretsKey: about(
    z.string().regex(KEY_FORMAT).nullable().default(null),
    'Key that encrypts secrets in the database, of channels and of the certificate authority: the same one on all servers. Keep a copy outside the cluster.',
    '64 hexadecimal digits (`openssl rand -hex 32`)',
    { secret: true },
  ),
  previousSecretsKey: about(
    z.string().regex(KEY_FORMAT).nullable().default(null),
    'While the key of secrets is replaced: the key before. It only decrypts (docs/encryption.md).',
    '64 hexadecimal digits',
    { secret: true },
  ),
  previousSecretsKeyFile: about(path.nullable().default(null), 'File that holds the key of secrets before.', 'the path of a readable file'),
  secretsKeyFile: about(path.nullable().default(null), 'File that holds the key of secrets.', 'the path of a readable file'),
  keyWrapping: about(
    z.enum(['file', 'vault']).default('file'),
    'What wraps the keys of encrypted volumes: the key of secrets, or a transit engine (docs/encryption.md).',
    'file or vault',
  ),
  vaultUrl: about(httpUrl.nullable().default(null), 'Address of HashiCorp Vault or OpenBao.', 'a URL with http or https'),
  vaultTransitMount: about(z.string().regex(VAULT_NAME).default('transit'), 'Where its transit engine is mounted.', 'a name'),
  vaultTransitKey: about(z.string().regex(VAULT_NAME).default('weft'), 'Key of the transit engine.', 'a name'),
  vaultToken: about(z.string().min(1).max(1024).nullable().default(null), 'Token for the transit engine.', 'up to 1024 characters', {
    secret: true,
  }),
  vaultTokenFile: about(path.nullable().default(null), 'File that holds the token for the transit engine.', 'the path of a readable file'),
  shutdownDelaySeconds: about(
    z.number().min(0).max(60).default(10),
    'While a server stops, it still answers requests for so long with `/readyz` failing, so that load balancers choose others. It does not wait when no other server is online.',
    'a number from 0 to 60',
  ),
  logLevel: about(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    'Least severe level that is logged.',
    'fatal, error, warn, info, debug, trace or silent',
  ),
  bodyLimitBytes: about(
    z
      .int()
      .min(1024)
      .max(16 * 2 ** 20)
      .default(2 * 2 ** 20),
    'Largest body of a request, in bytes.',
    'a whole number from 1024 to 16777216',
  ),
  requestsPerSecond: about(
    z.int().min(1).max(100_000).default(200),
    'Requests a second of one session, or of one address without a session, in the long run; five times as many at once.',
    'a whole number from 1 to 100000',
  ),
  socketKeepAliveSeconds: about(seconds(4), 'How often a socket of an agent or browser is probed.', 'a number from 0.1 to 3600'),
  socketTimeoutSeconds: about(seconds(6), 'A socket that answers no probe for so long is closed.', 'a number from 0.1 to 3600'),
  socketGraceSeconds: about(seconds(3), 'A new connection that has not logged in by then is closed.', 'a number from 0.1 to 3600'),
  sessionHours: about(
    z.number().min(0.1).max(720).default(12),
    'A session ends after so many hours without a request.',
    'a number from 0.1 to 720',
  ),
  sessionLongestHours: about(
    z.number().min(0.1).max(8784).default(168),
    'A session ends so many hours after its login, whatever it is used for.',
    'a number from 0.1 to 8784',
  ),
  secondFactor: about(
    z.enum(secondFactorRules).default('optional'),
    'Whether local users may log in without a second factor, or must set one up first. The same on all servers.',
    secondFactorRules.join(' or '),
  ),
  oidcIssuer: about(
    httpUrl
      .refine((url) => url.startsWith('https:') || isLoopback(url))
      .nullable()
      .default(null),
    'Issuer of the OpenID Connect provider (docs/access.md). None: only local users log in.',
    'a URL with https, or with http on loopback',
  ),
  oidcClientId: about(z.string().min(1).max(256).nullable().default(null), 'Client id of Weft at the provider.', 'up to 256 characters'),
  oidcClientSecret: about(
    z.string().min(1).max(1024).nullable().default(null),
    'Client secret of Weft at the provider.',
    'up to 1024 characters',
    { secret: true },
  ),
  oidcClientSecretFile: about(path.nullable().default(null), 'File that holds the client secret.', 'the path of a readable file'),
  oidcLabel: about(z.string().min(1).max(64).default('single sign-on'), 'Name of the provider on the login page.', 'up to 64 characters'),
  oidcScopes: about(
    z.array(z.string().min(1).max(64)).min(1).max(16).default(['openid', 'profile']),
    'Scopes to ask the provider for; `openid` among them.',
    'names, separated by commas',
  ),
  oidcUsernameClaim: about(claim.default('preferred_username'), 'Claim with the name of the user.', 'the name of a claim'),
  oidcGroupsClaim: about(claim.default('groups'), 'Claim with the groups of the user.', 'the name of a claim'),
  oidcRoles: about(
    z.array(z.string().max(512).regex(GROUP_ROLE)).max(64).default([]),
    'Roles of groups. The first entry with a group of the user counts; a user without one is refused.',
    'entries such as storage-admins=administrator, separated by commas',
  ),
  oidcCaFile: about(
    path.nullable().default(null),
    'PEM file with the certificate authority of the provider, beside those of the system.',
    'the path of a readable file',
  ),
  apiTokenLongestDays: about(
    z.int().min(1).max(3650).default(365),
    'An API token is valid for at most so many days.',
    'a whole number from 1 to 3650',
  ),
  simulated: about(z.boolean().default(false), 'This cluster is simulated. A database is simulated or real, never both.', 'true or false'),
  simulationSocket: about(
    path.nullable().default(null),
    'Unix socket of the simulation under a simulated cluster, for its faults; `npm start` sets it. Only with `simulated`.',
    'the path of a socket',
  ),
  checkResponses: about(
    z.boolean().default(false),
    'Check every answer against the contract (for tests): a mismatch is a 500.',
    'true or false',
  ),
});
export type Config = z.output<typeof configSchema>;
export type Setting = keyof typeof configSchema.shape;

export const settingNames = Object.keys(configSchema.shape) as Setting[];

export const metaOf = (name: Setting): SettingMeta => configSchema.shape[name].meta() as unknown as SettingMeta;

/** mongodbUri → WEFT_MONGODB_URI */
export const environmentName = (name: string): string => `WEFT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** Injection token of the effective configuration. */
export const CONFIG = Symbol('config');
