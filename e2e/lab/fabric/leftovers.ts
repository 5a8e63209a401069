import type { Machine } from '../machines/machine.js';

/** Lists LVs, subsystems, ports, fabrics controllers, arrays and mappings that a machine still has. Empty: it is clean. */
export async function leftovers(machine: Machine): Promise<string[]> {
  const script = `
for vg in $(lvs --devicesfile weft --noheadings -o vg_name,lv_name --separator / 2>/dev/null); do echo "lv $vg"; done
for each in /sys/kernel/config/nvmet/subsystems/* /sys/kernel/config/nvmet/ports/* /sys/kernel/config/nvmet/hosts/*; do [ -e "$each" ] && echo "nvmet $each"; done
for each in /sys/class/nvme/nvme*; do [ -e "$each" ] && [ "$(cat $each/transport)" != pcie ] && echo "controller $(cat $each/subsysnqn)"; done
for each in /sys/block/md*; do [ -e "$each/md" ] && echo "array $each"; done
for each in /sys/block/dm-*; do [ -e "$each" ] && echo "mapping $(cat $each/dm/name)"; done
for each in /dev/weft/*; do [ -e "$each" ] && echo "device $each"; done
true`;
  return (await machine.run(script)).split('\n').filter(Boolean);
}
