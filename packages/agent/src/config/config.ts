import { readFile } from 'node:fs/promises';
import { idSchema, nameSchema } from '@weft/shared/identity';
import { z } from 'zod';
import { writeDurably } from '../ledger/write-durably.js';
import { errorText } from '../log/log.js';

export const DEFAULT_CONFIG = '/etc/weft/agent.json';
export const DEFAULT_STATE_DIR = '/var/lib/weft';

export const METRICS_PORT = 9924;

/** `/etc/weft/agent.json`, mode 0600: it holds the node's credential. Written by `weft-agent enroll`. */
export const agentConfigSchema = z.strictObject({
  servers: z.array(z.url()).min(1),
  nodeId: idSchema,
  clusterId: idSchema,
  name: nameSchema,
  credential: z.string().min(32).max(128),
  hostId: idSchema,
  hostNqn: z.string(),
  /** Names of the NICs that Weft may use; empty or missing: all. */
  nics: z.array(z.string()).optional(),
  /** PEM file of the certificate authority of the servers; missing: the system's. */
  caFile: z.string().optional(),
  /** The same as text: of an authority that was recognized by its fingerprint at enrollment. */
  ca: z.string().optional(),
  /** ADDRESS:PORT where the agent serves its metrics to Prometheus; empty: nowhere. Missing: METRICS_PORT of loopback and of the management address. */
  metricsListen: z
    .string()
    .regex(/^(|\[[0-9a-fA-F:]+\]:\d{1,5}|[^:\s]+:\d{1,5})$/, 'must be ADDRESS:PORT, such as 192.0.2.7:9924, or empty')
    .optional(),
  /** Count the latency of reads and of writes separately, with bpftrace (docs/decisions/latency-by-direction.md). Missing: false. */
  latencyByDirection: z.boolean().optional(),
  /** The administrator accepted plain HTTP at enrollment. */
  insecureHttp: z.boolean().optional(),
  logLevel: z.enum(['debug', 'info', 'warn', 'error']).optional(),
});
export type AgentConfig = z.infer<typeof agentConfigSchema>;

/** An error for the user: its message says what is wrong and what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** PEM of the certificate authority that the servers' certificates must be of; undefined: those of the system. */
export const authorityOf = async ({ ca, caFile }: Pick<AgentConfig, 'ca' | 'caFile'>): Promise<string | undefined> =>
  ca ?? (caFile === undefined ? undefined : await readFile(caFile, 'utf8'));

export async function readConfig(path: string): Promise<AgentConfig> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT')
      throw new UsageError(`${path} is not there: this node is not enrolled. Run "weft-agent enroll --server URL --token TOKEN"`);
    throw new UsageError(`cannot read ${path}: ${errorText(cause)}`, { cause });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    // JSON.parse's own message may quote the text, and with it the credential.
    throw new UsageError(`${path} is not JSON: repair it, or remove it and enroll again`, { cause });
  }
  const parsed = agentConfigSchema.safeParse(value);
  if (!parsed.success)
    throw new UsageError(
      `${path} is not valid: ${parsed.error.issues.map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`).join('; ')}`,
    );
  return parsed.data;
}

/** Writes the file whole or not at all, and returns when it is on disk: the token that was exchanged for the credential works only once. */
export async function writeConfig(path: string, config: AgentConfig): Promise<void> {
  await writeDurably(path, `${JSON.stringify(config, null, 2)}\n`);
}

/** Stores a new credential of the same node; the rest of the file does not change. @throws UsageError, or the file system's error */
export async function storeCredential(path: string, nodeId: string, credential: string): Promise<void> {
  const config = await readConfig(path);
  if (config.nodeId !== nodeId) throw new UsageError(`${path} is of node ${config.nodeId} by now, not of ${nodeId}: restart the agent`);
  await writeConfig(path, { ...config, credential });
}
