import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** Tells two machines apart without giving the machine's id away, as machine-id(5) asks for; undefined: the machine has none. */
export async function hashedMachineId(path = '/etc/machine-id'): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.trim() === '' ? undefined : createHmac('sha256', text.trim()).update('weft-agent').digest('hex');
}
