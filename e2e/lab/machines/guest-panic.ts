import { appendFileSync } from 'node:fs';

/** The kernel's message about a crash of a guest: its first line and the place. Undefined: the guest did not crash. */
export function panicIn(console: string): string | undefined {
  const end = /Kernel panic - not syncing: .*/.exec(console)?.[0];
  if (end === undefined) return undefined;
  const first = /(?:BUG: |Oops: |double fault|general protection fault).*/.exec(console)?.[0];
  const where = /RIP: .*/.exec(console)?.[0];
  return [first, where, end].filter((line) => line !== undefined).join('; ');
}

/**
 * Prints the crash and appends it to the file that WEFT_LAB_PANICS names. scripts/test.mjs reads that file and runs the test file again, once:
 * emulated processors crash kernels in places that are unrelated to the tests.
 */
export function recordPanic(machine: string, panic: string): void {
  console.error(`lab: the kernel of ${machine} crashed: ${panic}`);
  const path = process.env.WEFT_LAB_PANICS;
  if (path) appendFileSync(path, `${machine}: ${panic}\n`);
}
