/**
 * The processes of one machine as one thing: frozen, and ended at one moment.
 *   const group = await ControlGroup.make(name)      group.enter: shell command that takes a process, and all that it starts, into the group
 *   freeze(), thaw(), kill()                         as root; cgroups(7), version 2, beside version 1 or alone
 */
import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../../support/api-client.js';
import { shellQuoted } from '../machines/channel.js';

/** Where the hierarchy of version 2 is mounted, then that of version 1 which systemd names, if there is one. */
async function hierarchies(): Promise<[string, ...string[]]> {
  const mounts = (await readFile('/proc/self/mounts', 'utf8')).split('\n').map((line) => line.split(' '));
  const second = mounts.find(([, , type]) => type === 'cgroup2')?.[1];
  if (second === undefined) throw new Error('No cgroup2 file system is mounted here: mount -t cgroup2 none /sys/fs/cgroup');
  const named = mounts.find(([, , type, options = '']) => type === 'cgroup' && options.split(',').includes('name=systemd'))?.[1];
  return [second, ...(named === undefined ? [] : [named])];
}

/** Removes a group that has no processes, with the groups in it. */
function removeGroup(folder: string): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory()) removeGroup(join(folder, entry.name));
  rmdirSync(folder);
}

export class ControlGroup {
  private constructor(
    /** Of this group, version 2 first. */
    private readonly folders: readonly [string, ...string[]],
  ) {}

  static async make(name: string): Promise<ControlGroup> {
    const [second, ...first] = await hierarchies();
    const group = new ControlGroup([join(second, name), ...first.map((root) => join(root, name))]);
    for (const folder of group.folders) await mkdir(folder, { recursive: true });
    return group;
  }

  /** Ends and removes the groups whose names begin so: those of a run that was killed. */
  static async removeAll(prefix: string): Promise<void> {
    const [second] = await hierarchies();
    for (const name of readdirSync(second).filter((each) => each.startsWith(prefix))) await (await ControlGroup.make(name)).remove();
  }

  get enter(): string {
    return this.folders.map((folder) => `echo $$ > ${shellQuoted([join(folder, 'cgroup.procs')])}`).join(' && ');
  }

  freeze(): Promise<void> {
    return this.set('cgroup.freeze', '1', 'frozen 1');
  }
  thaw(): Promise<void> {
    return this.set('cgroup.freeze', '0', 'frozen 0');
  }

  /** SIGKILL to every process at once. */
  kill(): Promise<void> {
    return this.set('cgroup.kill', '1', 'populated 0');
  }

  async remove(): Promise<void> {
    await this.kill();
    for (const folder of this.folders) removeGroup(folder);
  }

  /** Writes one of the group's files and waits for the event. */
  private async set(file: string, value: string, event: string): Promise<void> {
    const [folder] = this.folders;
    await writeFile(join(folder, file), value);
    await until(`"${event}" of ${folder}`, 30, async () =>
      (await readFile(join(folder, 'cgroup.events'), 'utf8')).split('\n').includes(event) ? true : undefined,
    );
  }
}
