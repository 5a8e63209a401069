import { legDeviceName, legIdOfLv, legIntegrityName } from '@weft/shared/identity';
import type { LogicalVolume, VolumeGroup } from '../../host.js';
import type { RunCommand } from '../run/command.js';
import type { Tree } from '../run/host-fs.js';
import { udevRuns } from '../run/host-snapshot.js';
import { DEVICES_FILE_PATH, lvmCommand, lvmConfig } from './lvm-command.js';
import {
  DM_USE,
  dmNameOf,
  type Listed,
  LV_SEGMENTS,
  LVS,
  PV_SEGMENTS,
  parseDmUse,
  parseExtents,
  parseLogicalVolumes,
  parseLvCount,
  parsePhysicalVolume,
  parseVgDevices,
  parseVolumeGroups,
  VGS,
} from './lvm-report.js';

const SECONDS = 60;
/** lvs and similar commands exit with 5 when a group named on the command line does not exist (their JSON is then empty). */
const NOT_FOUND = 5;

/** LVM as seen through Weft's own devices file only. */
export class Lvm {
  constructor(
    private readonly tree: Tree,
    private readonly run: RunCommand,
  ) {}

  async volumeGroups(): Promise<VolumeGroup[]> {
    if (!(await this.inUse())) return [];
    const [vgs, segments] = await Promise.all([this.report(VGS), this.report(PV_SEGMENTS)]);
    return parseVolumeGroups(vgs, segments);
  }

  async logicalVolumes(): Promise<LogicalVolume[]> {
    if (!(await this.inUse())) return [];
    const [lvs, segments, dm] = await Promise.all([
      this.report(LVS),
      this.report(PV_SEGMENTS),
      this.run([...DM_USE], { seconds: SECONDS }),
    ]);
    const drives = new Map<string, string | undefined>();
    for (const [vg, device] of parseVgDevices(segments)) drives.set(vg, await this.tree.deviceNumber(device));
    const use = parseDmUse(dm.stdout);
    return parseLogicalVolumes(lvs).map((volume) => {
      const own = use.get(dmNameOf(volume.vg, volume.lv));
      const device = use.get(legDeviceName(legIdOfLv(volume.lv) ?? ''));
      const integrity = use.get(legIntegrityName(legIdOfLv(volume.lv) ?? ''));
      // The leg's own devices hold what lies under them open once each; whoever uses the leg has one of them open.
      const layers = [own, integrity, device].filter((each) => each !== undefined);
      const users = layers.reduce((sum, { openCount }) => sum + openCount, 0) - Math.max(0, layers.length - 1);
      const backed = !volume.active || own?.under.every((number) => number === drives.get(volume.vg)) === true;
      return { ...volume, open: users > 0, backed };
    });
  }

  /** For checks before and after a step: without what takes two more commands. */
  async logicalVolume(vg: string, lv: string): Promise<Listed | undefined> {
    if (!(await this.inUse())) return undefined;
    return parseLogicalVolumes(await this.report(LVS)).find((found) => found.vg === vg && found.lv === lv);
  }

  /** `/dev/nvme0n1:12-40` for each run of extents, the form that lvextend(8) accepts. */
  async extentsOf(vg: string, lv: string): Promise<string[]> {
    const [program, ...options] = LV_SEGMENTS;
    const argv = lvmCommand(udevRuns(this.tree.root), program, ...options, `${vg}/${lv}`);
    return parseExtents((await this.run(argv, { seconds: SECONDS })).stdout);
  }

  /** Number of LVs; undefined when the group does not exist. */
  async lvCount(vg: string): Promise<number | undefined> {
    return (await this.inUse()) ? parseLvCount(await this.report(VGS), vg) : undefined;
  }

  /** VG of the PV on this device, in any devices file: '' for a PV without a group, undefined for no PV. */
  async groupOn(device: string): Promise<string | undefined> {
    const { stdout, exitCode } = await this.run(
      [
        'pvs',
        '--devices',
        device,
        '--config',
        lvmConfig(udevRuns(this.tree.root)),
        '--reportformat',
        'json',
        '-o',
        'pv_name,vg_name',
        '--all',
        device,
      ],
      { seconds: SECONDS, accept: [NOT_FOUND] },
    );
    return exitCode === NOT_FOUND ? undefined : parsePhysicalVolume(stdout, device);
  }

  /** Entries carry DEVNAME=/dev/nvme0n1 as last seen by LVM, which keeps it current (lvmdevices(8)). */
  async listed(device: string): Promise<boolean> {
    const file = (await this.tree.text(DEVICES_FILE_PATH)) ?? '';
    return file.split(/\s+/).includes(`DEVNAME=${device}`);
  }

  /** Without a devices file Weft has nothing in LVM, and LVM would refuse to start. */
  private inUse(): Promise<boolean> {
    return this.tree.exists(DEVICES_FILE_PATH);
  }

  private async report(command: readonly [string, ...string[]]): Promise<string> {
    const [program, ...options] = command;
    return (await this.run(lvmCommand(udevRuns(this.tree.root), program, ...options), { seconds: SECONDS })).stdout;
  }
}
