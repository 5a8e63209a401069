import { readFileSync } from 'node:fs';
import { idSchema, nameSchema } from '@weft/shared/identity';
import { MAX_ZONES, reservedZoneNames } from '@weft/shared/kinds/zones/zone';
import { z } from 'zod';
import { configSchema, isLoopback } from '../../config/config.schema.js';
import { ConfigError } from '../../config/load-config.js';

const { listenAddress, tlsCertificate, tlsKey, insecureHttp, publicUrl, trustProxy, logLevel, requestsPerSecond, simulated } =
  configSchema.shape;
const path = z.string().min(1).max(4096);
const seconds = (least: number, most: number, fallback: number) => z.number().min(least).max(most).default(fallback);

/** `https://weft-1:4000`, without a path. The token of the zone is sent there: in clear only inside this machine. */
const serverUrl = z
  .url({ protocol: /^https?$/ })
  .max(256)
  .refine((url) => url.startsWith('https:') || isLoopback(url), 'must begin with https:// (http:// only on loopback)')
  .transform((url) => new URL(url))
  .refine(({ pathname, search, hash }) => pathname === '/' && search === '' && hash === '', 'must have no path')
  .refine(({ username, password }) => username === '' && password === '', 'must have no user and no password')
  .transform(({ origin }) => origin);

/** SHA-256 of a certificate: hexadecimal digits, with or without colons. */
const fingerprint = z
  .string()
  .max(128)
  .transform((text) => text.replaceAll(':', '').toLowerCase())
  .refine((digits) => /^[0-9a-f]{64}$/.test(digits), 'must be a SHA-256 fingerprint (64 hexadecimal digits)');

const zoneConfigSchema = z
  .strictObject({
    name: nameSchema.refine(
      (name) => !(reservedZoneNames as readonly string[]).includes(name),
      `must not be one of ${reservedZoneNames.join(', ')}`,
    ),
    urls: z.array(serverUrl).min(1).max(8),
    tokenFile: path,
    caFile: path.nullable().default(null),
    caFingerprint: fingerprint.nullable().default(null),
    clusterId: idSchema.nullable().default(null),
    consoleUrl: z
      .url({ protocol: /^https?$/ })
      .max(256)
      .nullable()
      .default(null),
  })
  .refine(({ caFile, caFingerprint }) => caFile === null || caFingerprint === null, 'must have one of caFile and caFingerprint');
export type ZoneConfig = z.output<typeof zoneConfigSchema>;

const federationConfigSchema = z
  .strictObject({
    ...{ listenAddress, listenPort: z.int().min(0).max(65_535).default(4100), tlsCertificate, tlsKey, insecureHttp, publicUrl },
    ...{ trustProxy, logLevel, requestsPerSecond, simulated },
    dataDir: path.default('/var/lib/weft-federation'),
    readersFile: path,
    pollSeconds: seconds(1, 600, 15),
    topologySeconds: seconds(5, 86_400, 600),
    requestSeconds: seconds(0.2, 60, 5),
    searchMilliseconds: z.int().min(100).max(10_000).default(1000),
    zones: z.array(zoneConfigSchema).min(1).max(MAX_ZONES),
  })
  .superRefine(({ zones, tlsCertificate: certificate, tlsKey: key }, context) => {
    const seen = new Map<string, string>();
    for (const [at, { name, urls }] of zones.entries())
      for (const [what, text] of [['name', name], ...urls.map((url) => ['urls', url] as const)] as const) {
        const before = seen.get(text);
        if (before !== undefined) context.addIssue({ code: 'custom', path: ['zones', at, what], message: `is that of zone ${before} too` });
        seen.set(text, name);
      }
    if ((certificate === null) !== (key === null))
      context.addIssue({ code: 'custom', path: ['tlsKey'], message: 'must be given together with tlsCertificate' });
  });
export type FederationConfig = z.output<typeof federationConfigSchema>;

const issueText = (issue: z.core.$ZodIssue): string => {
  const place = issue.path.map(String).join('.') || 'the file';
  return issue.code === 'unrecognized_keys' ? `${place}: there is no setting ${issue.keys.join(', ')}` : `${place}: ${issue.message}`;
};

/** @throws ConfigError that names each wrong setting */
export function parseFederationConfig(value: unknown, file: string): FederationConfig {
  const result = federationConfigSchema.safeParse(value);
  if (!result.success) throw new ConfigError(result.error.issues.map((issue) => `${file}: ${issueText(issue)}`).join('\n'));
  return result.data;
}

/** @throws ConfigError */
export function readFederationConfig(file: string): FederationConfig {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new ConfigError(`The configuration file ${file} cannot be used: ${(cause as Error).message}`, { cause });
  }
  return parseFederationConfig(value, file);
}
