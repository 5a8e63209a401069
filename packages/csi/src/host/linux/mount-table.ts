/** One line of /proc/<pid>/mountinfo (proc(5)). */
export interface MountLine {
  /** `major:minor` of the mounted device. */
  device: string;
  /** What of the file system is mounted: `/dm-3` for a bind of /dev/dm-3, or `/mapper/NAME` where that is a node of its own. */
  root: string;
  target: string;
  options: string[];
  type: string;
  superOptions: string[];
}

/** @param text content of mountinfo. Lines of another form are no mounts of a volume, and are left out. */
export function parseMountInfo(text: string): MountLine[] {
  return text.split('\n').flatMap((line) => {
    const [, , device, root, target, options, ...rest] = line.split(' ');
    const [type, , superOptions] = rest.slice(rest.indexOf('-') + 1);
    if (!device || !root || !target || !options || !type) return [];
    const split = (list = ''): string[] => list.split(',');
    return [{ device, root: unescaped(root), target: unescaped(target), options: split(options), type, superOptions: split(superOptions) }];
  });
}

/** Space, tab, line break and backslash are octal there. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));

/** `root` does not name the device: mount(8) replaces /dev/dm-3 by /dev/mapper/NAME, which without udev is a separate node. */
export const isBindOfDevice = ({ type, root }: Pick<MountLine, 'type' | 'root'>): boolean => type === 'devtmpfs' && root !== '/';
