/** One fabric for the rows of a file: starts before the first row, closes after the last, and prints its machines' last messages when a row fails. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFailed } from 'vitest';
import { type Fabric, type FabricOptions, startFabric } from './fabric.js';

/** Registers start and end of the fabric; `make` prepares the objects that the rows share. Rows read `now`. */
export function labOfFile<T>(
  options: Omit<FabricOptions, 'directory'>,
  make: (fabric: Fabric, directory: string) => Promise<T>,
): { readonly now: T } {
  let directory: string | undefined;
  let fabric: Fabric | undefined;
  let lab: { readonly shared: T } | undefined;
  let told: string | undefined;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'weft-lab-'));
    fabric = await startFabric({ directory, ...options });
    lab = { shared: await make(fabric, directory) };
  }, 600_000);
  afterAll(async () => {
    await fabric?.close();
    if (directory && !process.env.WEFT_KEEP_LAB) await rm(directory, { recursive: true, force: true });
  }, 120_000);
  return {
    get now() {
      const started = fabric;
      if (!lab || !started) throw new Error('the fabric has not started');
      // Register once per row, however often the row reads it.
      const { currentTestName } = expect.getState();
      if (told !== currentTestName) onTestFailed(() => tell(started));
      told = currentTestName;
      return lab.shared;
    },
  };
}

/** Prints the last reports of agents and kernels. Ends the load of the failed row, because the next row compares bytes. */
async function tell(fabric: Fabric): Promise<void> {
  for (const machine of fabric.nodes.filter((each) => each.isRunning)) {
    const { stdout } = await machine.exec(
      `grep -v '"msg":"done:' /var/log/weft-agent.log | tail -n 10 | cut -c1-700; dmesg | tail -n 25; cat /proc/mdstat; pkill -KILL -x fio; true`,
    );
    console.error(`--- ${machine.name}\n${stdout}`);
  }
}
