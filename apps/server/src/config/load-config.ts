import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { type Config, configSchema, environmentName, metaOf, type Setting, settingNames } from './config.schema.js';

/** Environment variables with the prefix `WEFT_` that are not settings of the server. */
const OTHER_VARIABLES = ['WEFT_CONFIG', 'WEFT_MONGOD', 'WEFT_TEST_MONGODB_URI'];

export interface ConfigSources {
  env: NodeJS.ProcessEnv;
  /** Path of the JSON file; default: `WEFT_CONFIG`. */
  file?: string | undefined;
  /** From the command line; overrides file and environment. */
  flags?: Partial<Config>;
}

/** Stops the start. The message is for the operator, with one line per setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The types of value that a setting holds, without its default and null: several for a union. */
function kindsOf(schema: z.core.$ZodType): string[] {
  const { def } = schema._zod;
  if ('options' in def) return (def.options as z.core.$ZodType[]).flatMap(kindsOf);
  return 'innerType' in def ? kindsOf(def.innerType as z.core.$ZodType) : [def.type];
}

function fromText(name: Setting, text: string): unknown {
  const kinds = kindsOf(configSchema.shape[name]);
  const kind = kinds.length > 1 && /^\d+$/.test(text) ? kinds[0] : kinds.at(-1);
  if (kind === 'number') return text.trim() === '' ? text : Number(text);
  if (kind === 'boolean') return { true: true, '1': true, false: false, '0': false }[text.toLowerCase()] ?? text;
  if (kind === 'array')
    return text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  return text;
}

function readJson(file: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new ConfigError(`The configuration file ${file} cannot be used: ${(cause as Error).message}`, { cause });
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new ConfigError(`The configuration file ${file} must hold one JSON object.`);
  return parsed as Record<string, unknown>;
}

function complain(error: z.ZodError, file: string | undefined): string {
  return error.issues
    .map((issue) => {
      if (issue.code === 'unrecognized_keys')
        return `${file ?? 'configuration'}: there is no setting ${issue.keys.join(', ')}. Settings are: ${settingNames.join(', ')}.`;
      const name = issue.path[0] as Setting;
      return `${name} (${environmentName(name)}): must be ${metaOf(name).accepts}; ${issue.message}.`;
    })
    .join('\n');
}

function readSecret(name: Setting, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new ConfigError(`${name} (${environmentName(name)}): ${(cause as Error).message}`, { cause });
  }
}

type Secret =
  | 'scrapeToken'
  | 'secretsKey'
  | 'previousSecretsKey'
  | 'backupKey'
  | 'backupS3SecretAccessKey'
  | 'vaultToken'
  | 'longMemoryPassword'
  | 'longMemoryToken'
  | 'oidcClientSecret';

/** A secret that is given itself, or in a file. */
function secretOf(config: Config, name: Secret, fileName: `${Secret}File`): string | null {
  const { [name]: given, [fileName]: file } = config;
  if (given && file) throw new ConfigError(`${name} and ${fileName}: give one of them.`);
  if (!file) return given;
  const secret = readSecret(fileName, file);
  if (!configSchema.shape[name].safeParse(secret).success) throw new ConfigError(`${fileName}: ${file} must hold ${metaOf(name).accepts}.`);
  return secret;
}

function checkBackups({ backupDir, backupS3Url, backupKey, backupS3AccessKeyId, backupS3SecretAccessKey }: Config): void {
  if (backupDir !== null && backupS3Url !== null) throw new ConfigError('backupDir and backupS3Url: give one of them.');
  const place = backupDir === null ? 'backupS3Url' : 'backupDir';
  if ((backupDir ?? backupS3Url) !== null && backupKey === null)
    throw new ConfigError(`${place}: backups are always encrypted. Give backupKeyFile (or backupKey) too.`);
  if (backupS3Url !== null && (backupS3AccessKeyId === null || backupS3SecretAccessKey === null))
    throw new ConfigError('backupS3Url: give backupS3AccessKeyId and backupS3SecretAccessKeyFile (or backupS3SecretAccessKey) too.');
}

function checkOidc({ oidcIssuer, oidcClientId, oidcClientSecret, oidcRoles, oidcScopes, publicUrl }: Config): void {
  if (oidcIssuer === null) return;
  if (oidcClientId === null || oidcClientSecret === null)
    throw new ConfigError('oidcIssuer: give oidcClientId and oidcClientSecretFile (or oidcClientSecret) too.');
  if (publicUrl === null) throw new ConfigError('oidcIssuer: give publicUrl too: the provider sends browsers back to it.');
  if (oidcRoles.length === 0) throw new ConfigError('oidcIssuer: give oidcRoles too: without a role nobody can log in.');
  if (!oidcScopes.includes('openid')) throw new ConfigError('oidcScopes: openid must be among them.');
}

function checkLongMemory(config: Config): void {
  const { longMemoryUser: user, longMemoryPassword: password, longMemoryToken: token } = config;
  if (user !== null && token !== null) throw new ConfigError('longMemoryUser and longMemoryToken: give one of them.');
  if ((user === null) !== (password === null))
    throw new ConfigError('longMemoryUser and longMemoryPasswordFile (or longMemoryPassword): give both, or neither.');
  if (config.longMemoryCaFile !== null) readSecret('longMemoryCaFile', config.longMemoryCaFile);
}

/** Rules between settings. */
function checkTogether(config: Config): Config {
  if ((config.tlsCertificate === null) !== (config.tlsKey === null))
    throw new ConfigError('tlsCertificate and tlsKey: give both, or neither for certificates that the server makes.');
  if (config.simulationSocket !== null && !config.simulated)
    throw new ConfigError('simulationSocket: a real cluster has no simulation. Remove it, or set simulated.');
  const scrapeToken = secretOf(config, 'scrapeToken', 'scrapeTokenFile');
  const secretsKey = secretOf(config, 'secretsKey', 'secretsKeyFile');
  const previousSecretsKey = secretOf(config, 'previousSecretsKey', 'previousSecretsKeyFile');
  const vaultToken = secretOf(config, 'vaultToken', 'vaultTokenFile');
  if (config.keyWrapping === 'vault' && (config.vaultUrl === null || vaultToken === null))
    throw new ConfigError('keyWrapping: vault needs vaultUrl and vaultTokenFile (or vaultToken) too.');
  if (config.secondFactor === 'required' && secretsKey === null)
    throw new ConfigError(
      'secondFactor: required needs secretsKeyFile (or secretsKey) too: the secrets of authenticator apps are stored encrypted.',
    );
  const backupKey = secretOf(config, 'backupKey', 'backupKeyFile');
  const backupS3SecretAccessKey = secretOf(config, 'backupS3SecretAccessKey', 'backupS3SecretAccessKeyFile');
  checkBackups({ ...config, backupKey, backupS3SecretAccessKey });
  const oidcClientSecret = secretOf(config, 'oidcClientSecret', 'oidcClientSecretFile');
  checkOidc({ ...config, oidcClientSecret });
  const longMemoryPassword = secretOf(config, 'longMemoryPassword', 'longMemoryPasswordFile');
  const longMemoryToken = secretOf(config, 'longMemoryToken', 'longMemoryTokenFile');
  checkLongMemory({ ...config, longMemoryPassword, longMemoryToken });
  const ofLongMemory = { longMemoryPassword, longMemoryToken };
  return {
    ...config,
    ...ofLongMemory,
    oidcClientSecret,
    scrapeToken,
    secretsKey,
    previousSecretsKey,
    vaultToken,
    backupKey,
    backupS3SecretAccessKey,
  };
}

/** Variables with the prefix that are no settings: a misspelling must not pass unnoticed. */
export const unknownVariables = (env: NodeJS.ProcessEnv): string[] => {
  const known = new Set([...settingNames.map(environmentName), ...OTHER_VARIABLES]);
  return Object.keys(env).filter((name) => name.startsWith('WEFT_') && !known.has(name));
};

/**
 * The effective configuration: defaults, then the file, then the environment, then the command line.
 * @throws ConfigError naming each wrong setting and its accepted values. Does not repeat the given values: they may be secret.
 */
export function loadConfig({ env, file = env.WEFT_CONFIG, flags = {} }: ConfigSources): Config {
  const fromFile = file ? readJson(file) : {};
  const fromEnvironment: Record<string, unknown> = {};
  for (const name of settingNames) {
    const text = env[environmentName(name)];
    if (text !== undefined && text !== '') fromEnvironment[name] = fromText(name, text);
  }
  const result = configSchema.safeParse({ ...fromFile, ...fromEnvironment, ...flags });
  if (!result.success) throw new ConfigError(complain(result.error, file));
  return checkTogether(result.data);
}

/** Options of a MongoDB URI without secrets (MongoDB manual, "Connection String Options"); the value of any other option is hidden. */
const HARMLESS_OPTIONS =
  /^(appName|authMechanism|authSource|compressors|connectTimeoutMS|directConnection|heartbeatFrequencyMS|journal|loadBalanced|localThresholdMS|maxPoolSize|maxStalenessSeconds|minPoolSize|readConcernLevel|readPreference|replicaSet|retryReads|retryWrites|serverSelectionTimeoutMS|socketTimeoutMS|srvServiceName|ssl|tls|tlsAllowInvalidCertificates|tlsAllowInvalidHostnames|tlsCAFile|tlsCertificateKeyFile|tlsInsecure|w|waitQueueTimeoutMS|wTimeoutMS)$/i;

/** Hides everything up to the last "@": it may belong to an unescaped password. */
function withoutUriSecrets(uri: string): string {
  const [address = '', ...options] = uri.replace(/\/\/.*@/s, '//***:***@').split('?');
  if (options.length === 0) return address;
  const shown = options
    .join('?')
    .split('&')
    .map((option) => {
      const [name = '', value] = option.split('=');
      // A part without a value may be the rest of a password with an unescaped "&".
      if (value === undefined) return '***';
      return HARMLESS_OPTIONS.test(name) ? option : `${name}=***`;
    });
  return `${address}?${shown.join('&')}`;
}

/** The effective values for people, with secrets hidden. */
export function withoutSecrets(config: Config): Record<string, unknown> {
  return Object.fromEntries(
    settingNames.map((name) => {
      const value = config[name];
      if (name === 'mongodbUri') return [name, withoutUriSecrets(config.mongodbUri)];
      return [name, metaOf(name).secret && value !== null ? '***' : value];
    }),
  );
}
