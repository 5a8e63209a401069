import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type NodeDescription, nodeDescriptionSchema } from '@weft/shared/messages/node-description';
import { z } from 'zod';

/** @throws Error that names the file, and what to do */
async function readDescription(path: string): Promise<NodeDescription> {
  const text = await readFile(path, 'utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${path} is not JSON: write it again with "weft-agent describe".`, { cause });
  }
  const parsed = nodeDescriptionSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`${path} is no description of a node: ${z.prettifyError(parsed.error)}. Write it again with "weft-agent describe".`);
}

/** One file for each node, the output of "weft-agent describe". @throws Error like `readDescription` */
export async function readDescriptions(folder: string): Promise<NodeDescription[]> {
  const names = (await readdir(folder)).sort();
  return Promise.all(names.map((name) => readDescription(join(folder, name))));
}
