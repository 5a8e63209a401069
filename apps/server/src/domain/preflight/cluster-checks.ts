import type { FailureDomain } from '@weft/shared/kinds/volume';
import { groupBy } from '@weft/shared/lists/group-by';
import { bounded, type Check, failed, NOT_CONCERNED, type Outcome, ofCluster, passed, perName, perNode, refOf, unknown } from './check.js';
import type { PreflightClass, PreflightNode, PreflightWorld } from './preflight-world.js';

const FEWEST_TARGETS = 3;
const FEWEST_DOMAINS = 3;

const targets = ({ nodes }: PreflightWorld) => nodes.filter(({ drives }) => drives.length > 0);

const agentAnswered = ofCluster('agent-answered', ({ nodes }) => {
  const silent = nodes.filter(({ facts }) => facts === null);
  if (silent.length === 0) return passed;
  const named = silent.slice(0, 32).map(refOf);
  return failed('preflight-agent-answered', { nodes: named }, { command: 'systemctl status weft-agent' });
});

const fewTargets = ofCluster('few-targets', (world) => {
  const found = targets(world).length;
  return found >= FEWEST_TARGETS ? passed : failed('preflight-few-targets', { targets: found });
});

const domainOf = ({ id, labels }: PreflightNode, domain: FailureDomain): string | undefined => (domain === 'node' ? id : labels[domain]);

function domainsOf(
  { nodes }: PreflightWorld,
  { driveIds }: PreflightClass,
  domain: FailureDomain,
): { count: number; unlabelled: string[] } {
  const holders = nodes.filter(({ drives }) => drives.some(({ id }) => driveIds.has(id)));
  const domains = holders.map((node) => ({ node, domain: domainOf(node, domain) }));
  return {
    count: new Set(domains.flatMap((each) => each.domain ?? [])).size,
    unlabelled: domains.flatMap((each) => (each.domain === undefined ? [each.node.name] : [])),
  };
}

const fewDomains = perName(
  'few-failure-domains',
  ({ classes }) => classes,
  (driveClass, world): Outcome => {
    for (const failureDomain of driveClass.failureDomains) {
      const { count, unlabelled } = domainsOf(world, driveClass, failureDomain);
      if (count >= FEWEST_DOMAINS) continue;
      if (unlabelled.length > 0) return unknown(...bounded(unlabelled.map((name) => `label ${failureDomain} of ${name}`)));
      return failed('preflight-few-failure-domains', { driveClass: driveClass.name, domains: count, failureDomain });
    }
    return passed;
  },
);

const classHeadroom = perName(
  'class-headroom',
  ({ classes }) => classes,
  ({ name: driveClass, repair }) => {
    if (!repair) return NOT_CONCERNED;
    const { neededBytes, availableBytes } = repair;
    return availableBytes >= neededBytes
      ? passed
      : failed('preflight-class-headroom', { driveClass, neededBytes, availableBytes }, { identity: '' });
  },
);

const firmwareDiffers = perName(
  'firmware-differs',
  ({ classes }) => classes,
  ({ name: driveClass, driveIds }, { nodes }) => {
    const drives = nodes.flatMap((node) => node.drives).filter(({ id }) => driveIds.has(id));
    if (drives.length === 0) return NOT_CONCERNED;
    const models = groupBy(drives, ({ inventory }) => inventory.model);
    for (const [model, some] of models) {
      const known = some.filter(({ inventory }) => inventory.firmware !== '');
      const versions = [...groupBy(known, ({ inventory }) => inventory.firmware)].sort(([a], [b]) => a.localeCompare(b));
      if (versions.length > 1) {
        const values = bounded(versions.map(([version, of]) => `${version}: ${of.length} ${of.length === 1 ? 'drive' : 'drives'}`));
        return failed(
          'preflight-firmware-differs',
          { driveClass, model, values },
          { identity: JSON.stringify([model, versions.map(([version]) => version)]) },
        );
      }
    }
    const dark = drives.filter(({ inventory }) => inventory.firmware === '');
    return dark.length > 0 ? unknown(...bounded(dark.map(({ inventory }) => `firmware of ${inventory.serial}`))) : passed;
  },
);

const kernelsDiffer = ofCluster('kernels-differ', (world) => {
  const all = targets(world);
  const known = all.flatMap(({ name, inventory }) => (inventory?.kernel ? [{ name, kernel: inventory.kernel }] : []));
  const kernels = [...groupBy(known, ({ kernel }) => kernel)].sort(([a], [b]) => a.localeCompare(b));
  if (kernels.length > 1)
    return failed('preflight-kernels-differ', {
      values: bounded(kernels.map(([kernel, nodes]) => `${kernel}: ${bounded(nodes.map(({ name }) => name)).join(', ')}`)),
    });
  const dark = all.filter(({ inventory }) => !inventory?.kernel);
  return dark.length > 0 ? unknown(...bounded(dark.map(({ name }) => `kernel of ${name}`))) : passed;
});

const clockSkew = perNode('clock-skew', (node) => {
  if (node.clockSkewed) return failed('preflight-clock-skew', { node: refOf(node) }, { command: 'timedatectl set-ntp true' });
  return node.online ? passed : unknown('clock');
});

export const clusterChecks: readonly Check[] = [
  agentAnswered,
  fewTargets,
  fewDomains,
  classHeadroom,
  firmwareDiffers,
  kernelsDiffer,
  clockSkew,
];
