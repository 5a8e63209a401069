import { appendFileSync } from 'node:fs';

/** What a guest's kernel said when it crashed: the first line of it, and where it was. Undefined: it did not. */
export function panicIn(console: string): string | undefined {
  const end = /Kernel panic - not syncing: .*/.exec(console)?.[0];
  if (end === undefined) return undefined;
  const first = /(?:BUG: |Oops: |double fault|general protection fault).*/.exec(console)?.[0];
  const where = /RIP: .*/.exec(console)?.[0];
  return [first, where, end].filter((line) => line !== undefined).join('; ');
}

/**
 * A crash is told where it is read, and to who runs the tests (scripts/test.mjs: WEFT_LAB_PANICS names a file), who runs the file of tests again, once:
 * emulated processors crash kernels in places that no test has to do with.
 */
export function recordPanic(machine: string, panic: string): void {
  console.error(`lab: the kernel of ${machine} crashed: ${panic}`);
  const path = process.env.WEFT_LAB_PANICS;
  if (path) appendFileSync(path, `${machine}: ${panic}\n`);
}
