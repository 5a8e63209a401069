/**
 * How QEMU runs the machines: with KVM when a stock kernel boots under it, otherwise with software emulation. /dev/kvm may exist and not work:
 * a boot decides, within 20 s, once per boot of this machine. WEFT_LAB_ACCEL=kvm or tcg overrides it.
 *   getAccelerator(kernel, initramfs): Promise<'kvm' | 'tcg,thread=multi'>
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheDirectory } from './cache.js';
import { hostCommand } from './host-command.js';
import type { Kernel } from './kernel.js';

export type Accelerator = 'kvm' | 'tcg,thread=multi';

export async function getAccelerator(kernel: Kernel, initramfs: string): Promise<Accelerator> {
  const wanted = process.env['WEFT_LAB_ACCEL'];
  if (wanted === 'kvm') return 'kvm';
  if (wanted === 'tcg') return 'tcg,thread=multi';
  if (wanted !== undefined) throw new Error(`WEFT_LAB_ACCEL is "${wanted}": set it to kvm or tcg, or leave it out`);
  if (!existsSync('/dev/kvm')) return 'tcg,thread=multi';
  const bootId = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  const record = join(cacheDirectory(), `accelerator-${bootId}`);
  if (existsSync(record)) return (await readFile(record, 'utf8')) as Accelerator;
  const accelerator = (await bootsUnderKvm(kernel, initramfs)) ? 'kvm' : 'tcg,thread=multi';
  await writeFile(record, accelerator);
  return accelerator;
}

async function bootsUnderKvm(kernel: Kernel, initramfs: string): Promise<boolean> {
  const output = await hostCommand(
    [
      ...([
        'qemu-system-x86_64',
        '-accel',
        'kvm',
        '-cpu',
        'max',
        '-m',
        '512',
        '-nographic',
        '-no-reboot',
        '-nodefaults',
        '-serial',
        'stdio',
      ] as const),
      ...['-kernel', kernel.vmlinuz, '-initrd', initramfs, '-append', 'console=ttyS0 quiet panic=-1 weft.probe'],
    ],
    { timeoutSeconds: 20 },
  ).catch((error: Error) => error.message);
  return output.includes('weft-lab: probe passed');
}
