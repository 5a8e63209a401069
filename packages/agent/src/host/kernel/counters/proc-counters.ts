import type { CpuSample } from '@weft/shared/messages/sample';

/** Unit of times in /proc: USER_HZ, 100 on every architecture that Debian has (proc(5), sysconf(_SC_CLK_TCK)). */
export const TICKS_PER_SECOND = 100;

export interface ProcStat {
  cores: Record<string, CpuSample>;
  interrupts: number;
}

/** /proc/stat (proc_stat(5)). `user` already includes guest time. */
export function parseProcStat(text: string): ProcStat {
  const cores: Record<string, CpuSample> = {};
  for (const line of text.matchAll(/^cpu(\d+) (.*)$/gm)) {
    const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = (line[2] ?? '')
      .split(' ')
      .map((ticks) => Number(ticks) / TICKS_PER_SECOND);
    cores[line[1] ?? ''] = { user: user + nice, system, irq, softirq, steal, idle: idle + iowait };
  }
  return { cores, interrupts: Number(/^intr (\d+)/m.exec(text)?.[1] ?? 0) };
}

/** /proc/meminfo; its kB are KiB. Bytes. */
export function parseMeminfo(text: string): { memoryTotalBytes: number; memoryAvailableBytes: number } {
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0) * 1024;
  return { memoryTotalBytes: field('MemTotal'), memoryAvailableBytes: field('MemAvailable') };
}

/**
 * Segments that TCP sent again, from /proc/net/snmp (proc_pid_net(5); RetransSegs of RFC 1213, tcpRetransSegs): of all connections of the network namespace.
 * Undefined: not listed.
 */
export function parseTcpRetransmits(text: string): number | undefined {
  const [names = [], values = []] = [...text.matchAll(/^Tcp: (.*)$/gm)].map(([, line = '']) => line.split(' '));
  const at = names.indexOf('RetransSegs');
  const count = Number(values[at] ?? Number.NaN);
  return Number.isFinite(count) ? count : undefined;
}

export interface NetDev {
  name: string;
  rxBytes: number;
  rxErrors: number;
  txBytes: number;
  txErrors: number;
}

/** /proc/net/dev: eight fields received, eight transmitted; bytes first, errors third (proc_pid_net(5)). */
export const parseNetDev = (text: string): NetDev[] =>
  text
    .split('\n')
    .slice(2)
    .flatMap((line) => {
      const [name, rest] = line.split(/:\s*/);
      const fields = (rest ?? '').trim().split(/\s+/).map(Number);
      if (name === undefined || fields.length < 16) return [];
      return [{ name: name.trim(), rxBytes: fields[0] ?? 0, rxErrors: fields[2] ?? 0, txBytes: fields[8] ?? 0, txErrors: fields[10] ?? 0 }];
    });

export interface ThreadStat {
  name: string;
  parent: number;
  /** Since the thread started. */
  cpuSeconds: number;
  /** Of ended children. */
  childrenCpuSeconds: number;
  /** Distinguishes it from a later thread of the same id. */
  startTime: string;
}

/** /proc/PID/stat (proc_pid_stat(5)): the name is in parentheses and may hold any character. A kworker's name contains the workqueue it served last. */
export function parseThreadStat(text: string): ThreadStat | undefined {
  const [open, close] = [text.indexOf('('), text.lastIndexOf(')')];
  if (open < 0 || close < open) return undefined;
  const fields = text.slice(close + 2).split(' ');
  const seconds = (at: number) => Number(fields[at] ?? 0) / TICKS_PER_SECOND;
  return {
    name: text.slice(open + 1, close),
    parent: Number(fields[1]),
    cpuSeconds: seconds(11) + seconds(12),
    childrenCpuSeconds: seconds(13) + seconds(14),
    startTime: fields[19] ?? '',
  };
}
