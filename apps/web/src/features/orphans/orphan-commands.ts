import type { ListedOrphan } from '../../api/types.js';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Commands that show the object on its node. None of them changes anything: a removal follows from what they show. */
export function orphanCommands({ kind, name }: Pick<ListedOrphan, 'kind' | 'name'>): string[] {
  switch (kind) {
    case 'volume-group':
      return [`lvs --devicesfile weft -o vg_name,lv_name,lv_size,lv_active,lv_device_open,lv_tags ${quoted(name)}`];
    case 'logical-volume':
      return [
        `lvs --devicesfile weft -o lv_uuid,lv_size,lv_active,lv_device_open,lv_tags ${quoted(name)}`,
        `grep -l ${quoted(`/dev/${name}`)} /sys/kernel/config/nvmet/subsystems/*/namespaces/*/device_path`,
      ];
    case 'subsystem':
      return [
        `ls ${quoted(`/sys/kernel/config/nvmet/subsystems/${name}/allowed_hosts`)}`,
        `grep -H . ${quoted(`/sys/kernel/config/nvmet/subsystems/${name}/namespaces`)}/*/{enable,device_path}`,
      ];
    case 'port':
      return [
        `grep -H . ${quoted(`/sys/kernel/config/nvmet/ports/${name}`)}/addr_*`,
        `ls ${quoted(`/sys/kernel/config/nvmet/ports/${name}/subsystems`)}`,
      ];
    case 'controller':
      return [`grep -H . ${quoted(`/sys/class/nvme/${name}`)}/{subsysnqn,address,state}`];
    case 'array':
      return [`mdadm --detail ${quoted(`/dev/${name}`)}`, `lsblk ${quoted(`/dev/${name}`)}`];
    case 'mapping':
      return [`dmsetup info ${quoted(name)}`, `dmsetup table ${quoted(name)}`];
    case 'foreign-drive':
    case 'drive':
      return ['nvme list'];
    case 'leg':
    case 'attachment':
      return ['weft-agent status'];
  }
}
