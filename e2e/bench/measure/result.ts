import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

/** One row of the table. `aim` is the figure that the bench's issue asks for, `met` whether it was reached; undefined: there is no aim. */
export interface Measurement {
  name: string;
  value: number;
  unit: 'ms' | 's' | 'ratio' | 'count' | '%' | 'KiB' | 'KiB/min' | 'kB' | 'MiB' | '1/s' | 'IOPS' | 'score';
  aim?: string;
  met?: boolean;
}

const rounded = (value: number): string => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(3));

export function printTable(rows: readonly Measurement[]): void {
  const width = Math.max(...rows.map(({ name }) => name.length));
  for (const { name, value, unit, aim, met } of rows) {
    const verdict = met === undefined ? '' : met ? '  met' : '  NOT MET';
    console.log(`${name.padEnd(width)}  ${rounded(value).padStart(10)} ${unit.padEnd(7)}  ${aim ? `aim: ${aim}` : ''}${verdict}`);
  }
}

/** Writes the measurements and the machine's description, for comparison with other runs. @returns the file. */
export async function writeResult(directory: string, part: string, rows: readonly Measurement[]): Promise<string> {
  await mkdir(directory, { recursive: true });
  const at = new Date().toISOString();
  const file = join(directory, `${part}-${at.replaceAll(/[:.]/g, '-')}.json`);
  const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, memoryBytes: totalmem(), node: process.version };
  await writeFile(file, `${JSON.stringify({ part, at, machine, rows }, null, 2)}\n`);
  return file;
}
