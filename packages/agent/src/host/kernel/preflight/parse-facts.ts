import { z } from 'zod';

/* Parsers of what the preflight reads from commands. Undefined or null: the output does not have it. */

/** Counters of packets that a NIC had to throw away, by the names of the drivers mlx5, ice, i40e, bnxt and others. */
const LOSSES = /discard|out_of_buffer|no_buffer|missed_errors|no_dma_resources/i;
const MOST_COUNTERS = 64;

const onOff = (text: string, name: string): boolean | null => {
  const value = new RegExp(`^${name}:\\s*(on|off)`, 'm').exec(text)?.[1];
  return value === undefined ? null : value === 'on';
};

/** `ethtool -a` (ethtool(8)): pause parameters in force. */
export const parsePause = (text: string): { rxPause: boolean | null; txPause: boolean | null } => ({
  rxPause: onOff(text, 'RX'),
  txPause: onOff(text, 'TX'),
});

/** `ethtool -i`: driver and firmware-version; "N/A" and nothing are unknown. */
export function parseDriver(text: string): { driver: string | null; firmware: string | null } {
  const field = (name: string) => new RegExp(`^${name}:[ \\t]*(\\S.*)$`, 'm').exec(text)?.[1]?.trim() ?? null;
  const firmware = field('firmware-version');
  return { driver: field('driver'), firmware: firmware === 'N/A' ? null : (firmware?.slice(0, 128) ?? null) };
}

/** `ethtool -S`: counters of lost packets. */
export const parseDiscards = (text: string): Record<string, number> =>
  Object.fromEntries(
    [...text.matchAll(/^\s+(\S[^:]*):\s*(\d+)$/gm)]
      .flatMap(([, name = '', value]): [string, number][] => (LOSSES.test(name) ? [[name, Number(value)]] : []))
      .slice(0, MOST_COUNTERS),
  );

/** `dcb pfc show dev X prio-pfc` (dcb-pfc(8)): "prio-pfc 0:off 1:off 2:off 3:on …". Null: no such line. */
export function parsePfc(text: string): number[] | null {
  const line = /^prio-pfc (.*)$/m.exec(text)?.[1];
  return line === undefined ? null : [...line.matchAll(/([0-7]):on/g)].map(([, priority]) => Number(priority));
}

/** First version number in the output of a program: `mdadm - v4.2 - 2021-12-30` → 4.2. */
export const parseVersion = (text: string, after: RegExp): string | null =>
  new RegExp(`${after.source}\\s*v?(\\d+(?:\\.\\d+)+)`, 'i').exec(text)?.[1] ?? null;

/** `ip -json rule show` and `ip -json route show table all` (ip-rule(8), ip-route(8)); main and local carry no name in routes of their own table. */
const rulesSchema = z.array(z.object({ src: z.string().optional(), srclen: z.int().optional(), table: z.string().optional() }));
const routesSchema = z.array(z.object({ dev: z.string().optional(), table: z.string().optional() }));
const SHARED_TABLES = ['main', 'local', 'default'];

export type SourceRoutes = (address: string, nic: string) => boolean;

/** Whether an address has a rule to a table of its own, with a route over the NIC. */
export function parseSourceRoutes(rules: string, routes: string): SourceRoutes {
  const [ruleList, routeList] = [rulesSchema.parse(JSON.parse(rules || '[]')), routesSchema.parse(JSON.parse(routes || '[]'))];
  return (address, nic) =>
    ruleList.some(
      ({ src, table }) =>
        src === address &&
        table !== undefined &&
        !SHARED_TABLES.includes(table) &&
        routeList.some((route) => route.table === table && route.dev === nic),
    );
}
