import { z } from 'zod';
import { idSchema } from '../identity.js';
import { boundedList, boundedRecord, figureSchema, MAX, MOST, textSchema } from './bounded.js';

/*
 * What an agent reads for a preflight run, beside its inventory, on the order of a server. Null: the agent could not read it, so nobody knows it.
 */

/** Most probes of one order: an agent ends them within half a minute. */
export const MOST_PROBES = 64;
const MOST_INTERFACE_COUNTERS = 64;
const MOST_GOVERNORS = 16;
const PRIORITIES = 8;
const ADDRESS = textSchema(MAX.ipAddress);

const flagSchema = z.boolean().nullable();
const sysctlSchema = z.int().min(-1).max(1000).nullable();

export const interfaceFactsSchema = z.strictObject({
  name: textSchema(MAX.interfaceName),
  driver: textSchema(MAX.text).nullable(),
  firmware: textSchema(MAX.text).nullable(),
  /** The values in force: the kernel takes the larger one of `all` and of the interface (Documentation/networking/ip-sysctl.rst). */
  arpIgnore: sysctlSchema,
  arpAnnounce: sysctlSchema,
  arpNotify: sysctlSchema,
  rpFilter: sysctlSchema,
  ipv6Disabled: flagSchema,
  /** Whether each address has a rule of its own to a table with a route over this interface (ip-rule(8)). */
  ownRoutes: flagSchema,
  /** Pause frames in force (ethtool -a). */
  rxPause: flagSchema,
  txPause: flagSchema,
  /** Priorities with priority flow control (802.1Qbb; dcb-pfc(8)). */
  pfcPriorities: boundedList(z.int().min(0).max(7), PRIORITIES).nullable(),
  /** Priorities on which RDMA marks and answers congestion (DCQCN, the driver's `ecn` folder). */
  ecnPriorities: boundedList(z.int().min(0).max(7), PRIORITIES).nullable(),
  /** Cumulative counters of lost packets, by the driver's names. */
  discards: boundedRecord(textSchema(MAX.deviceName), figureSchema, MOST_INTERFACE_COUNTERS).nullable(),
  /** Types of the GIDs of its RDMA device: `IB/RoCE v1`, `RoCE v2`. Null: unreadable; empty: no GID, or no RDMA device. */
  gidTypes: boundedList(textSchema(MAX.text), MOST_GOVERNORS).nullable(),
});
export type InterfaceFacts = z.infer<typeof interfaceFactsSchema>;

export const iommuModes = ['off', 'passthrough', 'translated'] as const;
export const toolNames = ['nvme-cli', 'mdadm', 'lvm2', 'iproute2', 'ethtool'] as const;
export type ToolName = (typeof toolNames)[number];

export const hostFactsSchema = z.strictObject({
  interfaces: boundedList(interfaceFactsSchema, MOST.nics),
  /** Frequency governors in use, each once. Empty: the kernel scales no frequency (virtual machines). */
  cpuGovernors: boundedList(textSchema(MAX.sysfsWord), MOST_GOVERNORS).nullable(),
  /** The deepest enabled idle state, with the time to leave it in µs. */
  deepestIdleState: z.strictObject({ name: textSchema(MAX.sysfsWord), exitMicroseconds: z.int().min(0) }).nullable(),
  /** The kernel enters no idle states by itself (virtual machines). */
  noIdleStates: z.boolean(),
  iommu: z.enum(iommuModes).nullable(),
  /** Versions by package; null: not installed, or it prints none. */
  tools: z.strictObject(
    Object.fromEntries(toolNames.map((name) => [name, textSchema(MAX.version).nullable()])) as Record<ToolName, z.ZodNullable<z.ZodString>>,
  ),
  /** Whether udev's rules keep other programs off legs and volumes. Null: no udev here. */
  udevGuard: flagSchema,
});
export type HostFacts = z.infer<typeof hostFactsSchema>;

/** One packet of `bytes` (with IP and ICMP headers) from an own address to a peer, not to be fragmented. */
export const probeSchema = z.strictObject({
  network: textSchema(MAX.name),
  from: ADDRESS,
  to: ADDRESS,
  bytes: z.int().min(68).max(65_535),
});
export type Probe = z.infer<typeof probeSchema>;

/** passed: answered. too-large: only a small packet is answered. lost: none is. unknown: no probe was possible. */
export const probeResults = ['passed', 'too-large', 'lost', 'unknown'] as const;
export const probeOutcomeSchema = probeSchema.extend({ result: z.enum(probeResults) });
export type ProbeOutcome = z.infer<typeof probeOutcomeSchema>;

/** Sent again until answered, and at every connect while the run collects. An agent answers each run once. */
export const preflightOrderSchema = z.strictObject({ runId: idSchema, probes: boundedList(probeSchema, MOST_PROBES) });
export type PreflightOrder = z.infer<typeof preflightOrderSchema>;

export const preflightAnswerSchema = z.strictObject({
  runId: idSchema,
  facts: hostFactsSchema,
  probes: boundedList(probeOutcomeSchema, MOST_PROBES),
});
export type PreflightAnswer = z.infer<typeof preflightAnswerSchema>;
