import { z } from 'zod';

/*
 * Bounds of agents' messages, each from the standard or kernel header that defines it. A zod array reads every item before it checks their number, and
 * collects the errors of all items. These schemas check the number first.
 */

/** Largest message between agent and server, bytes. An agent with more to report sends several messages. */
export const MAX_MESSAGE_BYTES = 4 * 2 ** 20;

/** Lengths of kernel names and texts, in characters. */
export const MAX = {
  /** NVM Express Base 2.0, figure 275 (Identify Controller): SN, MN, FR. */
  driveSerial: 20,
  driveModel: 40,
  driveFirmware: 8,
  /** wwid_show in the kernel (drivers/nvme/host): at most "nvme." and vendor, serial and model in hex, and the namespace id. */
  wwid: 160,
  /** NVM Express Base 2.0, 4.7. */
  nqn: 223,
  /** IFNAMSIZ less its NUL (if.h). */
  interfaceName: 15,
  /** IB_DEVICE_NAME_MAX. */
  rdmaDevice: 64,
  /** MAX_ADDR_LEN bytes in hex with colons (netdevice.h). */
  macAddress: 95,
  /** An IPv6 address with zone and prefix length. */
  ipAddress: 64,
  /** ISO 8601 in UTC, with nanoseconds. */
  moment: 40,
  /** A name given by people (identity.ts). */
  name: 32,
  /** A hash in hex, of up to 512 bits. */
  hash: 128,
  /** hostname(7): a fully qualified name. */
  hostname: 253,
  /** __NEW_UTS_LEN (utsname.h). */
  kernelRelease: 64,
  bootId: 64,
  version: 64,
  pciAddress: 32,
  /** A state word in sysfs, of md or of a controller. */
  sysfsWord: 64,
  /** dm, LVM and md names; a path under /dev. */
  deviceName: 256,
  /** TASK_COMM_LEN is 16; the agent cuts a command line to this length. */
  processName: 256,
  /** PATH_MAX is 4,096; the agent cuts a path to this length. */
  path: 1024,
  argument: 1024,
  code: 64,
  text: 128,
  message: 2048,
  /** Text of a server for people on the node. */
  note: 1024,
  /** Name, and text or name of an object, in the data of a reason. */
  paramName: 32,
  paramText: 512,
  stderr: 8192,
} as const;

/** Most entries of lists in the messages between agents and servers. An assignment lists no more of a kind than a report can. */
export const MOST = {
  nics: 256,
  addresses: 64,
  drives: 1024,
  contents: 32,
  orphans: 1024,
  problems: 50,
  params: 16,
  paramItems: 32,
  arguments: 512,
  processes: 128,
  flags: 32,
  paths: 4096,
  /** Of one volume. */
  legs: 1024,
  /** Of one kind on one node: legs, exports, attachments. */
  objects: 20_000,
  /** Assignments offered since the last acknowledged one (history.ts). */
  known: 256,
  rdmaCounters: 256,
  /** Top-level cgroups; the agent leaves out more. */
  slices: 64,
  /** Spans of one trace; the agent counts further ones. */
  traceSpans: 64,
  /** Traces of one message: all of them full take less than half of MAX_MESSAGE_BYTES. */
  traces: 128,
} as const;

export const textSchema = (maxLength: number) => z.string().max(maxLength);
/** A number reported by a device: at most the range of a 128-bit counter (NVM Express SMART). */
export const figureSchema = z
  .number()
  .min(-1e6)
  .max(2 ** 128);

export interface Bounded {
  max: number;
  /** Schemas of the items of a list, or of the keys and values of a record. */
  parts: z.core.$ZodType[];
}
const lists = new WeakMap<z.core.$ZodType, Bounded>();

/** Bounds of a list or record created here; undefined: another schema. */
export const boundedOf = (schema: z.core.$ZodType): Bounded | undefined => lists.get(schema);
export const partsBoundedBefore = (schema: z.core.$ZodType): z.core.$ZodType[] | undefined => lists.get(schema)?.parts;

export function remembered<T extends z.core.$ZodType>(schema: T, bounded: Bounded): T {
  lists.set(schema, bounded);
  return schema;
}

/** A list whose length is checked before its items. */
export const boundedList = <T extends z.ZodType>(item: T, max: number) =>
  remembered(
    z.preprocess(
      (value, context) => (Array.isArray(value) && value.length > max ? tooBig(context, 'array', max, value) : value),
      z.array(item).max(max),
    ),
    { max, parts: [item] },
  );

/**
 * The same of items that a function checks, where a schema for each takes most of the time of a message. The schema then names the error of a list that
 * `is` does not accept.
 */
export function boundedWhole<T>(item: z.ZodType<T>, is: (value: unknown) => value is T, max: number) {
  const list = boundedList(item, max);
  return remembered(
    z.unknown().transform((value, context): T[] => {
      if (Array.isArray(value) && value.length <= max && value.every(is)) return value;
      const parsed = list.safeParse(value);
      if (parsed.success) return parsed.data;
      for (const issue of parsed.error.issues) context.issues.push({ ...issue, input: value } as z.core.$ZodRawIssue);
      return z.NEVER;
    }),
    { max, parts: [item] },
  );
}

/** A record whose number of keys is checked before the keys themselves. */
export const boundedRecord = <K extends z.core.$ZodRecordKey, V extends z.ZodType>(key: K, value: V, max: number) =>
  remembered(
    z.preprocess(
      (each, context) =>
        typeof each === 'object' && each !== null && Object.keys(each).length > max ? tooBig(context, 'object', max, each) : each,
      z.record(key, value),
    ),
    { max, parts: [key, value] },
  );

function tooBig(context: z.core.ParsePayload, origin: string, maximum: number, input: unknown): never {
  context.issues.push({ code: 'too_big', origin, maximum, inclusive: true, input, path: [] } as z.core.$ZodRawIssue);
  return z.NEVER;
}
