import { readFileSync } from 'node:fs';

/** Ticks of processor time a second on Linux, whatever the kernel's own rate is: USER_HZ, see proc(5). */
const TICKS_PER_SECOND = 100;

/** Processor time of the ended children of a process and of their ended children, from its /proc/PID/stat: cutime and cstime of proc(5). */
export function childrenSeconds(stat) {
  // The name of the command stands in parentheses, and may hold spaces and parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

/** Processor time of all ended children of this process, in seconds. */
export const processorSecondsOfChildren = () => childrenSeconds(readFileSync('/proc/self/stat', 'utf8'));
