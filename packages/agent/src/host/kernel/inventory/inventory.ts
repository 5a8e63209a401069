import { hostname } from 'node:os';
import type { Inventory } from '@weft/shared/messages/inventory';
import { MOST_COPIES } from '@weft/shared/mirror-sets';
import type { VolumeGroup } from '../../host.js';
import type { HostContext } from '../lookup/host-context.js';
import { tlsDaemon } from '../nvmet/observe-tls.js';
import type { Tree } from '../run/host-fs.js';
import { NVMET } from '../run/paths.js';
import { readDrives } from './inventory-drives.js';
import { readNics } from './inventory-nics.js';

export async function readInventory(context: HostContext, groups: readonly VolumeGroup[], agentVersion: string): Promise<Inventory> {
  const { tree, run } = context;
  const [release, bootId, os, cpuinfo, meminfo, nics, drives, capabilities] = await Promise.all([
    tree.text('/proc/sys/kernel/osrelease'),
    tree.text('/proc/sys/kernel/random/boot_id'),
    tree.text('/etc/os-release'),
    tree.text('/proc/cpuinfo'),
    tree.text('/proc/meminfo'),
    readNics(tree, run),
    readDrives(context, groups),
    readCapabilities(tree),
  ]);
  return {
    agentVersion,
    hostname: (await tree.text('/proc/sys/kernel/hostname')) ?? hostname(),
    kernel: release ?? '',
    bootId: bootId ?? '',
    distribution: parseDistribution(os ?? ''),
    cpu: parseCpu(cpuinfo ?? ''),
    memoryBytes: parseMemory(meminfo ?? ''),
    nics,
    drives,
    capabilities,
  };
}

/** PRETTY_NAME of os-release(5). */
export const parseDistribution = (text: string): string => /^PRETTY_NAME="?([^"\n]*)"?$/m.exec(text)?.[1] ?? 'unknown';
/** "MemTotal:  2014288 kB" (proc(5)); the unit is KiB. */
export const parseMemory = (text: string): number => Number(/^MemTotal:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024;

/** One block per thread in /proc/cpuinfo. Virtual machines and other architectures may omit sockets and cores. */
export function parseCpu(text: string): Inventory['cpu'] {
  const threads = text.split(/\n\n+/).filter((block) => /^processor\s*:/m.test(block));
  const field = (block: string, name: string) => new RegExp(`^${name}\\s*: (.*)$`, 'm').exec(block)?.[1]?.trim();
  const sockets = new Set(threads.map((block) => field(block, 'physical id') ?? '0'));
  const cores = new Set(threads.map((block, index) => `${field(block, 'physical id') ?? '0'} ${field(block, 'core id') ?? index}`));
  return { model: field(threads[0] ?? '', 'model name') ?? 'unknown', sockets: sockets.size, cores: cores.size, threads: threads.length };
}

async function readCapabilities(tree: Tree): Promise<Inventory['capabilities']> {
  const [rdma, nvmet, options, target, encryption, targetTls, daemon, cache, thin, integrity] = await Promise.all([
    tree.list('/sys/class/infiniband'),
    tree.exists(NVMET),
    tree.optional('/dev/nvme-fabrics'),
    authenticatesHosts(tree),
    encryptsVolumes(tree),
    takesTls(tree),
    tlsDaemon(tree),
    hasModule(tree, 'dm-cache-smq'),
    hasModule(tree, 'dm-thin-pool'),
    hasModule(tree, 'dm-integrity'),
  ]);
  // The kernel lists the options of a connect there (drivers/nvme/host/fabrics.c).
  const client = options?.includes('dhchap_secret') ?? false;
  const tls = { target: targetTls, client: options?.split(/[\s,]+/).includes('tls') ?? false, daemon };
  return {
    rdma: rdma.length > 0,
    nvmet,
    nvmeAuthentication: client,
    authentication: { target, client },
    encryption,
    copies: MOST_COPIES,
    arrayPerSet: true,
    incarnations: true,
    ioLimits: true,
    scrub: true,
    cache,
    thin,
    integrity,
    tls,
  };
}

/** nvmet uses the module of the keyring only if it was built with CONFIG_NVME_TARGET_TCP_TLS. */
async function takesTls(tree: Tree): Promise<boolean> {
  const holders = await tree.list('/sys/module/nvme_keyring/holders');
  return holders.some((name) => name === 'nvmet' || name === 'nvmet_tcp');
}

/** Whether the agent finds keyctl(1), and its kernel has dm-crypt and the cipher mode XTS: loaded, built in, or for modprobe(8) to load. */
async function encryptsVolumes(tree: Tree): Promise<boolean> {
  const keyctl = await Promise.all(['/usr/bin/keyctl', '/bin/keyctl'].map((path) => tree.exists(path)));
  const modules = await Promise.all(['dm-crypt', 'xts'].map((name) => hasModule(tree, name)));
  return keyctl.includes(true) && !modules.includes(false);
}

async function hasModule(tree: Tree, name: string): Promise<boolean> {
  if (await tree.exists(`/sys/module/${name.replaceAll('-', '_')}`)) return true;
  const release = (await tree.text('/proc/sys/kernel/osrelease')) ?? '';
  const lists = await Promise.all(['modules.dep', 'modules.builtin'].map((file) => tree.text(`/lib/modules/${release}/${file}`)));
  return lists.some((list) => list?.includes(`/${name}.ko`));
}

/**
 * The attributes of keys are in a host's folder. Without a host, the modules tell: nvmet uses the module with the authentication (nvme_auth; before Linux 6.7,
 * nvme_common) only if it was built with CONFIG_NVME_TARGET_AUTH.
 */
async function authenticatesHosts(tree: Tree): Promise<boolean> {
  const [host] = await tree.list(`${NVMET}/hosts`);
  if (host !== undefined) return tree.exists(`${NVMET}/hosts/${host}/dhchap_key`);
  const holders = await Promise.all(['nvme_auth', 'nvme_common'].map((module) => tree.list(`/sys/module/${module}/holders`)));
  return holders.flat().includes('nvmet');
}
