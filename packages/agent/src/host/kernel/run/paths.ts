import { posix } from 'node:path';
import { HostError } from '../../host.js';

/** Folders below which the agent creates, writes and removes objects. Attributes: Documentation/nvme and drivers/nvme/target/configfs.c of the kernel. */
export const NVMET = '/sys/kernel/config/nvmet';
const ROOTS = [
  NVMET,
  '/sys/class/nvme',
  '/sys/class/nvme-subsystem',
  '/sys/class/net',
  '/sys/block',
  '/run/weft',
  '/sys/fs/cgroup',
  '/dev/weft',
  '/dev/mapper',
  '/dev/md',
  '/dev',
] as const;
/** Controllers of nvmet's subsystems (Linux 6.11, CONFIG_NVME_TARGET_DEBUGFS). The agent only reads there. */
export const NVMET_DEBUG = '/sys/kernel/debug/nvmet';

/** The only way from a name to a path of the kernel or of Weft. @throws HostError for a name that would leave the folder or name another level of it. */
export function below(root: (typeof ROOTS)[number] | typeof NVMET_DEBUG, ...words: (string | number)[]): string {
  for (const word of words.map(String)) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be in it.
    if (word === '' || word === '.' || word === '..' || word.length > 255 || /[/\u0000-\u001f]/.test(word))
      throw refused(`${JSON.stringify(word.slice(0, 300))} is no name of an object below ${root}`);
  }
  return [root, ...words].join('/');
}

/** Called right before anything is created, written or removed there. @throws HostError for a path that is not below a known folder as it is spelled. */
export function mustStay(path: string): void {
  const stays =
    posix.normalize(path) === path && !path.includes('\0') && ROOTS.some((root) => path === root || path.startsWith(`${root}/`));
  if (!stays) throw refused(`${JSON.stringify(path.slice(0, 300))} is not below a folder that the agent writes to`);
}

const refused = (message: string): HostError => new HostError(`${message}; nothing was done`, ['path'], null, '', { code: 'word-refused' });
