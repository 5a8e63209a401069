import type { Config, Setting } from '../config/config.schema.js';

/** Settings whose values are in a bundle. A new setting is left out until somebody adds it here. */
export const SHOWN = [
  'listenAddress',
  'listenPort',
  'nvmeshPort',
  'tlsCertificate',
  'tlsKey',
  'insecureHttp',
  'trustProxy',
  'dataDir',
  'mongodbDatabase',
  'mongodbReplicaSet',
  'mongodbConnectTimeoutSeconds',
  'mongodbSocketTimeoutSeconds',
  'scrapeTokenFile',
  'longMemoryUser',
  'longMemoryPasswordFile',
  'longMemoryTokenFile',
  'longMemoryTenant',
  'longMemoryCaFile',
  'longMemoryTimeoutSeconds',
  'longMemoryBatchSamples',
  'longMemoryBackfill',
  'backupDir',
  'backupKeyFile',
  'backupS3Url',
  'backupS3Region',
  'backupS3AccessKeyId',
  'backupS3SecretAccessKeyFile',
  'secretsKeyFile',
  'previousSecretsKeyFile',
  'keyWrapping',
  'vaultTransitMount',
  'vaultTransitKey',
  'vaultTokenFile',
  'shutdownDelaySeconds',
  'logLevel',
  'bodyLimitBytes',
  'requestsPerSecond',
  'socketKeepAliveSeconds',
  'socketTimeoutSeconds',
  'socketGraceSeconds',
  'sessionHours',
  'sessionLongestHours',
  'secondFactor',
  'oidcClientId',
  'oidcClientSecretFile',
  'oidcLabel',
  'oidcRoles',
  'oidcScopes',
  'oidcUsernameClaim',
  'oidcGroupsClaim',
  'oidcCaFile',
  'apiTokenLongestDays',
  'simulated',
  'simulationSocket',
  'checkResponses',
] as const satisfies Setting[];

/** URLs may contain a password: only scheme, host and port are in a bundle. */
export const ORIGINS = [
  'publicUrl',
  'peerUrl',
  'trustedOrigins',
  'vaultUrl',
  'longMemoryWriteUrl',
  'longMemoryQueryUrl',
  'oidcIssuer',
] as const satisfies Setting[];

/** Only whether they are set is in a bundle. */
export const SECRETS = [
  'mongodbUri',
  'scrapeToken',
  'backupKey',
  'backupS3SecretAccessKey',
  'secretsKey',
  'vaultToken',
  'longMemoryPassword',
  'longMemoryToken',
  'previousSecretsKey',
  'oidcClientSecret',
] as const satisfies Setting[];

const originOf = (url: string): string => new URL(url).origin;

/** The configuration for a bundle: allowed values, origins of URLs, and the names of the secrets that are set. */
export function allowedSettings(config: Config) {
  const origins = ORIGINS.map((name) => {
    const value = config[name];
    return [name, value === null ? null : typeof value === 'string' ? originOf(value) : value.map(originOf)] as const;
  });
  return {
    ...Object.fromEntries(SHOWN.map((name) => [name, config[name]])),
    ...Object.fromEntries(origins),
    secretsSet: SECRETS.filter((name) => config[name] !== null),
  };
}
