import type { MdArray, NvmeController } from '../../host.js';
import { limitsFact } from '../cgroup/limit-io.js';
import { WEFT_DEV } from '../dm/dm-actions.js';
import { equalTables, extendsTable, parseStatsRegions } from '../dm/dm-table.js';
import { findMapping } from '../dm/observe-dm.js';
import { observeControllers } from '../fabrics/observe-nvme.js';
import { type FactResult, type HostContext, reasonUnless } from '../lookup/host-context.js';
import { examine, examineTogether } from '../md/md-superblock.js';
import { observeArrays } from '../md/observe-md.js';
import type { Fact, PathKey } from '../run/action.js';
import type { RunCommand } from '../run/command.js';
import { DM_NAMES } from '../run/helped-run.js';
import { kernelName } from '../run/host-fs.js';

type ClientFact = Extract<
  Fact,
  {
    fact:
      | 'path-exists'
      | 'native-multipath'
      | 'sending-refusable'
      | 'controller-gone'
      | 'controller-is'
      | 'initiator-subsystem-is'
      | 'array-running'
      | 'array-half-assembled'
      | 'array-stopped'
      | 'array-is'
      | 'array-member'
      | 'array-member-placed'
      | 'array-size'
      | 'no-superblock'
      | 'no-superblocks'
      | 'superblock-one-of'
      | 'superblock-absent-or'
      | 'mapping-exists'
      | 'mapping-node'
      | 'mapping-empty'
      | 'mapping-suspended'
      | 'mapping-fails'
      | 'mapping-table'
      | 'mapping-extends'
      | 'stats-exist'
      | 'stats-cover'
      | 'link-to-mapping'
      | 'io-limits';
  }
>;

export const isPath = (controller: NvmeController, key: PathKey): boolean =>
  controller.subsystemNqn === key.nqn &&
  controller.transport === key.transport &&
  controller.address === key.address &&
  controller.serviceId === key.serviceId &&
  (controller.hostAddress === null || controller.hostAddress === key.hostAddress) &&
  (!key.tls || controller.encrypted !== undefined);

/** Assembled and started; a refused assembly leaves an `inactive` array. */
export const isRunning = (array: MdArray): boolean => array.state !== 'inactive' && array.state !== 'clear';

export async function clientFact(fact: ClientFact, context: HostContext): Promise<FactResult> {
  switch (fact.fact) {
    case 'path-exists':
    case 'native-multipath':
    case 'sending-refusable':
    case 'controller-gone':
    case 'controller-is':
    case 'initiator-subsystem-is':
      return fabricFact(fact, context);
    case 'array-running':
    case 'array-half-assembled':
    case 'array-stopped':
    case 'array-is':
    case 'array-member':
    case 'array-member-placed':
    case 'array-size':
      return arrayFact(fact, context);
    case 'no-superblocks':
      return noSuperblocks(fact.devices, context);
    case 'no-superblock':
    case 'superblock-one-of':
    case 'superblock-absent-or':
      return superblockFact(fact, context);
    case 'mapping-exists':
    case 'mapping-empty':
    case 'mapping-suspended':
    case 'mapping-fails':
    case 'mapping-table':
    case 'mapping-extends':
    case 'stats-exist':
    case 'stats-cover':
      return mappingFact(fact, context);
    case 'mapping-node':
      return nodeFact(fact, context);
    case 'link-to-mapping':
      return linkFact(fact, context);
    case 'io-limits':
      return limitsFact(fact, context.tree);
  }
}

type FabricFact = Extract<
  ClientFact,
  { fact: 'path-exists' | 'native-multipath' | 'sending-refusable' | 'controller-gone' | 'controller-is' | 'initiator-subsystem-is' }
>;

async function fabricFact(fact: FabricFact, { tree }: HostContext): Promise<FactResult> {
  switch (fact.fact) {
    case 'path-exists':
      return reasonUnless(
        (await observeControllers(tree)).some((controller) => isPath(controller, fact)),
        `no controller for ${fact.nqn} at ${fact.address}:${fact.serviceId} from ${fact.hostAddress}${fact.tls ? ' with TLS' : ''}`,
      );
    case 'native-multipath':
      return reasonUnless(
        (await tree.optional('/sys/module/nvme_core/parameters/multipath')) === 'Y',
        'native NVMe multipath is off: load nvme_core with multipath=Y (remove nvme_core.multipath=N from the kernel command line) and reboot',
      );
    case 'sending-refusable': {
      const [carrier, nft, release] = await Promise.all([
        tree.optional(`/sys/class/net/${fact.nic}/carrier`),
        tree.exists('/usr/sbin/nft'),
        tree.optional('/proc/sys/kernel/osrelease'),
      ]);
      // rdma_rxe of 6.1 repeats a refused packet as fast as it can until it passes; that of 6.12 ends the queue pair. Versions between them were not tried.
      const [major = 0, minor = 0] = (release ?? '').split('.').map(Number);
      const ends = major > 6 || (major === 6 && minor >= 12);
      return reasonUnless(
        carrier === '0' && nft && ends,
        `${fact.nic} has a carrier, or there is no nft, or the kernel (${release}) is older than 6.12`,
      );
    }
    case 'controller-gone':
      return reasonUnless(
        (await tree.optional(`/sys/class/nvme/${fact.controller}/subsysnqn`)) !== fact.nqn,
        `controller ${fact.controller} of ${fact.nqn} is still being deleted`,
      );
    case 'controller-is': {
      const nqn = await tree.optional(`/sys/class/nvme/${fact.controller}/subsysnqn`);
      return reasonUnless(nqn === fact.nqn, `${fact.controller} belongs to ${nqn ?? 'nothing'} now, not to ${fact.nqn}`);
    }
    case 'initiator-subsystem-is': {
      const nqn = await tree.optional(`/sys/class/nvme-subsystem/${fact.subsystem}/subsysnqn`);
      return reasonUnless(nqn === fact.nqn, `${fact.subsystem} is ${nqn ?? 'not there'} now, not ${fact.nqn}`);
    }
  }
}

async function superblockFact(
  fact: Extract<ClientFact, { fact: 'no-superblock' | `superblock-${string}` }>,
  { run }: HostContext,
): Promise<FactResult> {
  const found = await examine(run, fact.device);
  switch (fact.fact) {
    case 'no-superblock':
      return reasonUnless(found === null, `${fact.device} carries an md superblock`);
    case 'superblock-one-of':
      return reasonUnless(
        found !== null && fact.uuids.includes(found.uuid),
        `${fact.device} carries array ${found?.uuid ?? 'none'}, not ${fact.uuids.join(' or ')}: it is left alone`,
      );
    case 'superblock-absent-or':
      return reasonUnless(
        found === null || found.uuid === fact.uuid,
        `${fact.device} belongs to array ${found?.uuid}, not to ${fact.uuid}: its superblock is left alone`,
      );
  }
}

async function noSuperblocks(devices: readonly string[], { run }: HostContext): Promise<FactResult> {
  const found = await examineTogether(run, devices);
  const [first] = devices.filter((device) => found.get(device) !== null);
  return reasonUnless(first === undefined, `${first} carries an md superblock`);
}

async function nodeFact({ name }: { name: string }, { tree }: HostContext): Promise<FactResult> {
  const node = await kernelName(tree, `/dev/mapper/${name}`);
  const shown = node && tree.attributeNow(`/sys/block/${node}/dm/name`);
  return reasonUnless(shown === name, `/dev/mapper/${name} is not there, or is ${shown ?? 'another device'}`);
}

async function linkFact(fact: Extract<ClientFact, { fact: 'link-to-mapping' }>, { tree }: HostContext): Promise<FactResult> {
  const [link, mapping] = await Promise.all([kernelName(tree, `${WEFT_DEV}/${fact.link}`), kernelName(tree, `/dev/mapper/${fact.name}`)]);
  return reasonUnless(
    link !== undefined && link === mapping,
    `${WEFT_DEV}/${fact.link} does not lead to ${fact.name}: is the udev rule of Weft installed and was udev told to reload its rules?`,
  );
}

async function arrayFact(fact: Extract<ClientFact, { fact: `array-${string}` }>, { tree, uuidOf }: HostContext): Promise<FactResult> {
  const arrays = await observeArrays(tree, uuidOf);
  switch (fact.fact) {
    case 'array-running': {
      const found = arrays.find((array) => array.uuid === fact.uuid);
      if (found === undefined || !isRunning(found)) return `array ${fact.uuid} is ${found ? found.state : 'not assembled'}`;
      const foreign = found.members.filter(({ device }) => !fact.devices.includes(`/dev/${device}`)).map(({ device }) => device);
      return reasonUnless(
        foreign.length === 0,
        `array ${found.device} runs on ${foreign.join(', ')}, which is not among its legs: somebody else assembled it; stop it`,
      );
    }
    case 'array-half-assembled': {
      const name = await kernelName(tree, `/dev/md/${fact.name}`);
      return reasonUnless(
        name !== undefined && arrays.some((array) => array.device === name && !isRunning(array)),
        `no half-assembled array ${fact.uuid}`,
      );
    }
    case 'array-stopped':
      return reasonUnless(
        !arrays.some((array) => array.device === fact.device && array.uuid === fact.uuid),
        `array ${fact.device} is still there`,
      );
    case 'array-member':
    case 'array-member-placed': {
      const name = fact.device.replace('/dev/', '');
      const member = arrays.find((array) => array.device === fact.array)?.members.find(({ device }) => device === name);
      if (!member || member.flags.includes('faulty')) return `${fact.device} is ${member ? 'a failed' : 'no'} member of ${fact.array}`;
      return reasonUnless(
        fact.fact === 'array-member' || member.slot !== null,
        `${fact.device} is a spare of ${fact.array}, without a place`,
      );
    }
    case 'array-size': {
      const found = arrays.find((array) => array.device === fact.device);
      return reasonUnless(
        (found?.sizeBytes ?? 0) >= fact.sizeBytes,
        `${fact.device} has ${found?.sizeBytes ?? 0} bytes, not ${fact.sizeBytes}`,
      );
    }
    case 'array-is': {
      const found = arrays.find((array) => array.device === fact.device);
      return reasonUnless(found?.uuid === fact.uuid, `${fact.device} is array ${found?.uuid ?? 'none'} now, not ${fact.uuid}`);
    }
  }
}

/** One that was named and has no table yet has no device either, so sysfs does not show it (dm_setup_md_queue in drivers/md/dm.c). */
async function findWithoutTable({ fact, name }: { fact: string; name: string }, run: RunCommand): Promise<ReturnType<typeof findMapping>> {
  if (fact !== 'mapping-exists' && fact !== 'mapping-empty') return undefined;
  const lines = (await run([...DM_NAMES], { seconds: 30 })).stdout.split('\n').map((line) => line.trim().split(' '));
  const line = lines.find(([each]) => each === name);
  return line && { uuid: line[1] ?? '', suspended: false };
}

async function mappingFact(
  fact: Exclude<Extract<ClientFact, { fact: `mapping-${string}` | `stats-${string}` }>, { fact: 'mapping-node' }>,
  { tree, run }: HostContext,
): Promise<FactResult> {
  const found = findMapping(tree, fact.name) ?? (await findWithoutTable(fact, run));
  if (!found) return `mapping ${fact.name} is not there`;
  if (fact.fact === 'mapping-exists') return null;
  if (fact.fact === 'mapping-suspended')
    return reasonUnless(found.suspended === fact.suspended, `mapping ${fact.name} is ${found.suspended ? '' : 'not '}suspended`);
  if (fact.fact === 'stats-exist' || fact.fact === 'stats-cover') {
    const { stdout } = await run(['dmsetup', 'message', fact.name, '0', '@stats_list weft'], { seconds: 30 });
    if (fact.fact === 'stats-cover')
      return reasonUnless(
        parseStatsRegions(stdout).some(({ sectors }) => sectors === fact.sectors),
        `${fact.name} has no statistics region of ${fact.sectors} sectors`,
      );
    return reasonUnless(stdout.trim() !== '', `${fact.name} has no statistics region of Weft`);
  }
  const { stdout } = await run(['dmsetup', 'table', fact.name], { seconds: 30 });
  if (fact.fact === 'mapping-empty') return reasonUnless(stdout.trim() === '', `${fact.name} has a table`);
  if (fact.fact === 'mapping-fails')
    return reasonUnless(/^0 \d+ error\s*$/.test(stdout.trim()), `${fact.name} still is "${stdout.trim()}"`);
  const { uuid } = found;
  if (uuid !== fact.uuid) return `mapping ${fact.name} has uuid "${uuid}", not ${fact.uuid}: somebody else made it; remove it by hand`;
  if (fact.fact === 'mapping-extends')
    return reasonUnless(
      await extendsTable(tree, stdout, fact.table),
      `mapping ${fact.name} is "${stdout.trim()}", and "${fact.table}" would move what is in it: it is left alone`,
    );
  return reasonUnless(
    await equalTables(tree, stdout, fact.table),
    `mapping ${fact.name} is "${stdout.trim()}", not "${fact.table}": detach the volume, so that the agent can make it again`,
  );
}
