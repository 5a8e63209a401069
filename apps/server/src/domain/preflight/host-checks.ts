import { toolNames } from '@weft/shared/messages/host-facts';
import type { DriveInventory } from '@weft/shared/messages/inventory';
import { warningsOf } from '@weft/shared/stats/smart-warnings';
import { bounded, type Check, failed, judged, passed, perNode, refOf, unknown, type Verdict } from './check.js';
import { defectsOf } from './known-defects.js';

/** Deeper states than C1E of Intel's and AMD's processors take longer than this to leave (drivers/idle/intel_idle.c). */
const LONGEST_EXIT_MICROSECONDS = 20;
const WORN_PERCENT = 90;

const cpuGovernor = perNode('cpu-governor', (node) => {
  const governors = node.facts?.cpuGovernors;
  if (!governors) return unknown('frequency governors');
  const others = governors.filter((each) => each !== 'performance');
  return others.length === 0
    ? passed
    : failed(
        'preflight-cpu-governor',
        { node: refOf(node), governors: others },
        { command: 'cpupower frequency-set --governor performance' },
      );
});

const cStates = perNode('c-states', (node) => {
  const { facts } = node;
  if (!facts || (facts.deepestIdleState === null && !facts.noIdleStates)) return unknown('idle states');
  const deepest = facts.deepestIdleState;
  if (!deepest || deepest.exitMicroseconds <= LONGEST_EXIT_MICROSECONDS) return passed;
  const { name: state, exitMicroseconds: microseconds } = deepest;
  return failed(
    'preflight-c-states',
    { node: refOf(node), state, microseconds },
    { command: `cpupower idle-set --disable-by-latency ${LONGEST_EXIT_MICROSECONDS}` },
  );
});

const iommu = perNode('iommu', (node) => {
  const mode = node.facts?.iommu ?? null;
  if (mode === null) return unknown('IOMMU');
  return mode === 'translated' ? failed('preflight-iommu', { node: refOf(node) }, { command: 'cat /proc/cmdline' }) : passed;
});

const knownDefects = perNode('known-defects', (node) => {
  const { inventory, facts } = node;
  if (!inventory || !facts) return unknown('versions');
  const { defects, unread } = defectsOf({ kernel: inventory.kernel, tools: facts.tools });
  if (defects.length > 0) return failed('preflight-known-defects', { node: refOf(node), defects });
  return unread.length > 0 ? unknown(...unread.map((name) => `version of ${name}`)) : passed;
});

/** ethtool is no program that the agent needs: without it, facts are unknown. */
const needed = toolNames.filter((name) => name !== 'ethtool');
const toolsMissing = perNode('tools-missing', (node) => {
  const tools = node.facts?.tools;
  if (!tools) return unknown('tools');
  const packages = needed.filter((name) => tools[name] === null);
  return packages.length === 0
    ? passed
    : failed('preflight-tools-missing', { node: refOf(node), packages }, { command: `apt-get install ${packages.join(' ')}` });
});

const udevGuard = perNode('udev-guard', (node) => {
  const guard = node.facts?.udevGuard ?? null;
  if (guard === null) return unknown('udev rules');
  return guard ? passed : failed('preflight-udev-guard', { node: refOf(node) }, { command: 'apt-get install --reinstall weft-agent' });
});

/** A node without tlshd has no paths with TLS: the condition `Unencrypted` names it if the cluster wants them. */
const tlsDaemonReady = perNode('tls-daemon', (node) => {
  if (!node.inventory) return unknown('tlshd');
  const state = node.inventory.capabilities.tls?.daemon;
  return state === 'stopped' || state === 'without-keyring'
    ? failed('preflight-tls-daemon', { node: refOf(node), state }, { command: 'systemctl restart tlshd' })
    : passed;
});

export function smartVerdict({ serial, smart }: DriveInventory): Verdict {
  if (!smart) return undefined;
  const { criticalWarning, percentageUsed, availableSparePercent, mediaErrors } = smart;
  const wrong = [
    ...(criticalWarning ? warningsOf(criticalWarning) : []),
    ...(percentageUsed !== null && percentageUsed >= WORN_PERCENT ? [`${percentageUsed} % worn`] : []),
    ...(mediaErrors !== null && mediaErrors > 0 ? [`${mediaErrors} media errors`] : []),
    ...(availableSparePercent !== null && availableSparePercent < 10 ? [`${availableSparePercent} % spare`] : []),
  ];
  if (wrong.length > 0) return `${serial}: ${wrong.join(', ')}`;
  return criticalWarning === null || percentageUsed === null || mediaErrors === null ? undefined : true;
}

const smart = perNode('smart', (node) =>
  judged(
    node.drives,
    ({ inventory }) => smartVerdict(inventory),
    ({ inventory }) => `SMART of ${inventory.serial}`,
    (drives, some) =>
      failed(
        'preflight-smart',
        { node: refOf(node), drives: bounded(drives) },
        { identity: some.map(({ inventory }) => inventory.serial).join() },
      ),
  ),
);

export const hostChecks: readonly Check[] = [cpuGovernor, cStates, iommu, knownDefects, toolsMissing, udevGuard, tlsDaemonReady, smart];
