import { readFile } from 'node:fs/promises';

/** Ids of this machine: machine-id(5), and the product UUID of the kernel's dmi-id driver (drivers/firmware/dmi-id.c). */
export async function readMachine(root = '/'): Promise<{ machineId: string | null; productUuid: string | null }> {
  return {
    machineId: await lineOf(`${root}etc/machine-id`),
    productUuid: (await lineOf(`${root}sys/class/dmi/id/product_uuid`))?.toLowerCase() ?? null,
  };
}

/** Null: no id, or only root may read it. Firmware without an id of its own reports zeros or ones. */
async function lineOf(path: string): Promise<string | null> {
  try {
    const text = (await readFile(path, 'utf8')).trim();
    return text === '' || text === 'uninitialized' || /^[0-]+$|^[fF-]+$/.test(text) ? null : text.slice(0, 128);
  } catch (error) {
    if (['ENOENT', 'EACCES', 'ENODEV', 'EIO'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
