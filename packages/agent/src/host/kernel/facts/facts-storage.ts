import { driveIdOfVg, WIPED_TAG } from '@weft/shared/identity';
import { clashingRecord } from '../../dm-thin.js';
import { mayBeInterruptedWipe } from '../../interrupted-wipe.js';
import { driveContents } from '../lookup/drive-contents.js';
import { holders } from '../lookup/holders.js';
import { type FactResult, type HostContext, reasonUnless } from '../lookup/host-context.js';
import { observeSubsystems } from '../nvmet/observe-nvmet.js';
import type { Fact } from '../run/action.js';
import { kernelName, type Tree } from '../run/host-fs.js';
import { NVMET } from '../run/paths.js';

type StorageFact = Extract<
  Fact,
  {
    fact:
      | 'volume-group-exists'
      | 'physical-volume-of'
      | 'no-other-group'
      | 'volume-group-empty'
      | 'logical-volume-exists'
      | 'logical-volume-active'
      | 'logical-volume-wiped'
      | 'logical-volume-size'
      | 'records-free'
      | 'blank'
      | 'nothing-newer'
      | 'unused'
      | 'serial'
      | 'no-legs-on'
      | 'in-devices-file'
      | 'closed'
      | 'released-by'
      | 'not-exported';
  }
>;

export async function storageFact(fact: StorageFact, { tree, run, lvm }: HostContext): Promise<FactResult> {
  switch (fact.fact) {
    case 'volume-group-exists':
      return reasonUnless((await lvm.lvCount(fact.vg)) !== undefined, `volume group ${fact.vg} is not there: is its drive plugged in?`);
    case 'physical-volume-of':
      return reasonUnless((await lvm.groupOn(fact.device)) === fact.vg, `${fact.device} is not the physical volume of group "${fact.vg}"`);
    case 'no-other-group': {
      const group = (await lvm.groupOn(fact.device)) ?? '';
      return reasonUnless(group === '' || group === fact.vg, `${fact.device} belongs to volume group ${group}, not to ${fact.vg}`);
    }
    case 'volume-group-empty': {
      const count = await lvm.lvCount(fact.vg);
      return reasonUnless(
        (count ?? 0) === 0,
        `volume group ${fact.vg} still holds ${count} logical volumes: remove the volumes that have legs on it first`,
      );
    }
    case 'logical-volume-exists':
    case 'logical-volume-active':
    case 'logical-volume-wiped':
    case 'logical-volume-size':
      return logicalVolumeFact(fact, lvm);
    case 'records-free': {
      const clash = clashingRecord((await lvm.logicalVolume(fact.vg, fact.lv))?.tags ?? [], fact.add);
      return reasonUnless(clash === undefined, `${fact.vg}/${fact.lv} has another record of the same id or leg as ${clash}`);
    }
    case 'blank':
    case 'nothing-newer':
      return contentsFact(fact, tree, run);
    case 'unused':
      return unused(tree, fact.device);
    case 'serial':
      return serialIs(tree, fact.device, fact.serial);
    case 'no-legs-on': {
      const group = await lvm.groupOn(fact.device);
      if (group === undefined || driveIdOfVg(group) === undefined) return null;
      const count = await lvm.lvCount(group);
      // Moved here from another node; the order removes it with all its contents.
      if (count === undefined && group === fact.foreignGroup) return null;
      if (count === undefined)
        return `${fact.device} belongs to ${group}, which is not in Weft's devices file and not named in the order: order the wipe again, naming the group`;
      return reasonUnless(count === 0, `${fact.device} still holds ${count} legs of Weft volumes (${group}): delete or move them first`);
    }
    case 'in-devices-file':
      return reasonUnless(await lvm.listed(fact.device), `${fact.device} is not in Weft's devices file`);
    case 'closed':
      return openNoMoreThan(0, fact.device, { tree, run });
    case 'released-by': {
      const others = (await observeSubsystems(tree)).filter((subsystem) => subsystem.nqn !== fact.nqn);
      const enabled = others
        .flatMap((subsystem) => subsystem.namespaces)
        .filter((space) => space.enabled && space.devicePath === fact.device);
      return openNoMoreThan(enabled.length, fact.device, { tree, run });
    }
    case 'not-exported': {
      const exported = (await observeSubsystems(tree)).find((subsystem) =>
        subsystem.namespaces.some((namespace) => namespace.enabled && namespace.devicePath === fact.device),
      );
      return reasonUnless(
        exported === undefined,
        `${fact.device} is exported as a namespace of ${exported?.nqn} (${NVMET}): detach the volume first`,
      );
    }
  }
}

async function contentsFact(
  { fact, device }: Extract<StorageFact, { fact: 'blank' | 'nothing-newer' }>,
  tree: Tree,
  run: HostContext['run'],
): Promise<FactResult> {
  const contents = await driveContents(tree, run, device);
  const held = `it holds ${contents.join(', ')}`;
  return fact === 'blank'
    ? reasonUnless(
        contents.length === 0,
        `${device} is not blank: ${held}. Weft takes only blank drives; order a wipe of it if nobody needs that`,
      )
    : reasonUnless(
        mayBeInterruptedWipe(contents),
        `${device} may hold data that is newer than its interrupted wipe: ${held}. Order the wipe again if nobody needs that`,
      );
}

async function logicalVolumeFact(
  fact: Extract<StorageFact, { fact: `logical-volume-${string}` }>,
  lvm: HostContext['lvm'],
): Promise<FactResult> {
  const path = `${fact.vg}/${fact.lv}`;
  const found = await lvm.logicalVolume(fact.vg, fact.lv);
  switch (fact.fact) {
    case 'logical-volume-exists':
      return reasonUnless(found !== undefined, `${path} is not there`);
    case 'logical-volume-active':
      return reasonUnless(found?.active === true, `${path} is not active`);
    case 'logical-volume-wiped':
      return reasonUnless(found?.tags.includes(WIPED_TAG) === true, `${path} has not been zeroed in full`);
    case 'logical-volume-size':
      return reasonUnless(
        found !== undefined && found.sizeBytes >= fact.sizeBytes,
        `${path} has ${found?.sizeBytes ?? 0} bytes, not ${fact.sizeBytes}`,
      );
  }
}

/** Checks the open count of a dm device. A device that disappeared with its drive holds nothing open. */
async function openNoMoreThan(most: number, device: string, { tree, run }: Pick<HostContext, 'tree' | 'run'>): Promise<FactResult> {
  const number = await tree.deviceNumber(device);
  if (number === undefined) return null;
  const [major = '', minor = ''] = number.split(':');
  const argv = ['dmsetup', 'info', '--columns', '--noheadings', '--options', 'open', '--major', major, '--minor', minor];
  const count = (await run(argv, { seconds: 30 })).stdout.trim();
  if (Number(count) <= most) return null;
  const by = await holders(tree, device);
  const names = by.map((holder) => `${holder.command}${holder.pid ? ` (pid ${holder.pid})` : ''}`).join(', ');
  return `${device} is open ${count} times, by ${names || 'the kernel (an enabled namespace)'}`;
}

async function unused(tree: Tree, device: string): Promise<FactResult> {
  const name = (await kernelName(tree, device)) ?? device.replace('/dev/', '');
  const partitions = (await tree.list(`/sys/block/${name}`)).filter((entry) => entry.startsWith(name));
  const found = await Promise.all([device, ...partitions.map((entry) => `/dev/${entry}`)].map((path) => holders(tree, path)));
  const words = found.flat().map((holder) => `${holder.command} ${holder.path}`);
  return reasonUnless(words.length === 0, `${device} is in use (${words.join(', ')}): unmount or stop that first`);
}

async function serialIs(tree: Tree, device: string, serial: string): Promise<FactResult> {
  const name = (await kernelName(tree, device)) ?? device.replace('/dev/', '');
  const found = await tree.optional(`/sys/block/${name}/device/serial`);
  return reasonUnless(found === serial, `${device} has serial "${found ?? 'none'}", not "${serial}": it is another drive now`);
}
