import { nameSchema } from '@weft/shared/identity';
import { sanitizeSchema } from '@weft/shared/messages/sanitize';
import { z } from 'zod';
import { agentConfigSchema } from '../config/config.js';

const nicSchema = z.strictObject({
  name: z.string().min(1),
  /** With or without a prefix length; default 24. */
  address: z.string().min(1),
  storageNetwork: nameSchema,
  speedBitsPerSecond: z.number().positive().nullable().default(100e9),
});
const driveSchema = z.strictObject({
  serial: z.string().min(1).max(20),
  model: z.string().min(1),
  sizeBytes: z.int().positive(),
  numaNode: z.int().nullable().default(null),
  /** Missing: its controller has no Sanitize. */
  sanitize: sanitizeSchema.pick({ actions: true, besides: true }).optional(),
});
const loadSchema = z.strictObject({
  readIops: z.number().nonnegative(),
  writeIops: z.number().nonnegative(),
  blockBytes: z.int().positive().default(4096),
  medianLatencyNs: z.number().positive().default(120_000),
  spread: z.number().positive().default(0.35),
  /** Read shares and block sizes differ from volume to volume too, with about as much work for the drives (volume-load.ts). */
  varied: z.boolean().default(false),
});
export type LoadConfig = z.infer<typeof loadSchema>;

export const simulationConfigSchema = z.strictObject({
  /** For nodes whose agentConfig names none. */
  servers: z.array(z.url()).min(1),
  /** Agents' ledgers and the simulated drives; created if missing. */
  stateDir: z.string().min(1),
  seed: z.int().default(1),
  /** Where the agents' metrics are served, each under /metrics/<node>; port 0: any free one, empty: nowhere. */
  metricsListen: z.string().default('127.0.0.1:0'),
  logLevel: z.enum(['debug', 'info', 'warn', 'error']).default('warn'),
  /** Unix socket on which the server reads the state of the machines and sends faults; null: none. */
  socket: z.string().min(1).max(107).nullable().default(null),
  /** Speed of zeroing a leg; 0: takes no time. */
  wipeBytesPerSecond: z.number().nonnegative().default(1e12),
  /** How long a drive sanitizes itself; 0: takes no time. */
  sanitizeMs: z.number().nonnegative().default(30_000),
  /** Load of every volume, from its publication on, by an application that holds the device open; the rates vary by volume. Null: none. */
  load: loadSchema.nullable().default(null),
  nodes: z
    .array(
      z.strictObject({
        /** As /etc/weft/agent.json, with the values that enrollment returns. */
        agentConfig: agentConfigSchema.partial({ servers: true }),
        host: z.strictObject({
          cpus: z.int().positive().default(32),
          memoryBytes: z
            .int()
            .positive()
            .default(256 * 2 ** 30),
          /** For readers of the file only: the server holds the labels. */
          labels: z.record(z.string(), z.string()).optional(),
          nics: z.array(nicSchema),
          drives: z.array(driveSchema).default([]),
        }),
      }),
    )
    .min(1),
});
export type SimulationConfig = z.infer<typeof simulationConfigSchema>;
