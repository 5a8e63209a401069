import type { Overview, Settings } from '../../api/types.js';
import { mayBeFirstRun } from './may-be-first-run.js';

export const stepNames = ['enroll', 'networks', 'drives', 'class', 'volume', 'attach', 'mount'] as const;
export type StepName = (typeof stepNames)[number];

export interface Step {
  name: StepName;
  done: boolean;
  /** Progress reported by the agents. */
  soFar: string;
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Steps to a first mounted volume, in the order in which they must be done. */
export function stepsOf({ counts, example }: Overview, networks: Settings['storageNetworks']): Step[] {
  const { nodes, drives, driveClasses, volumes, attachments } = counts;
  const enrolled = nodes.online + nodes.lost + nodes.never;
  const silent = enrolled - nodes.online;
  const steps: Record<StepName, [done: boolean, soFar: string]> = {
    enroll: [nodes.online > 0, enrolled === 0 ? 'none yet' : `${nodes.online} online${silent > 0 ? `, ${silent} offline` : ''}`],
    networks: [networks.length > 0, networks.map(({ name }) => name).join(', ') || 'none yet'],
    drives: [
      drives.inService > 0,
      `${drives.inService} in service, ${drives.available} blank${drives.occupied > 0 ? `, ${drives.occupied} with contents` : ''}`,
    ],
    class: [driveClasses > 0, driveClasses === 0 ? 'none yet' : plural(driveClasses, 'class').replace('classs', 'classes')],
    volume: [volumes.total > 0, volumes.total === 0 ? 'none yet' : plural(volumes.total, 'volume')],
    attach: [attachments.attached > 0, attachments.total === 0 ? 'none yet' : `${attachments.attached} of ${attachments.total} attached`],
    mount: [
      attachments.open > 0,
      attachments.open > 0 ? `in use on ${example?.client?.name ?? 'a client'}` : 'no device is open on its client yet',
    ],
  };
  return stepNames.map((name) => ({ name, done: steps[name][0], soFar: steps[name][1] }));
}

export const isFirstRun = (steps: readonly Step[], overview: Overview): boolean =>
  mayBeFirstRun(overview) && steps.some(({ done }) => !done);

/** Source: docs/installing-agents.md. The RHEL 9 steps there have not been run. */
export const distributions = {
  debian: { label: 'Debian 12, 13', install: 'apt install ./weft-agent_0.1.0_all.deb', start: 'systemctl start weft-agent' },
  rhel: {
    label: 'RHEL 9 (not run)',
    install: [
      'dnf install nodejs mdadm nvme-cli lvm2 iproute rdma-core kernel-modules-extra',
      'mkdir -p /usr/lib/weft',
      'install -m 0644 weft-agent.mjs /usr/lib/weft/',
      'install -m 0755 packaging/weft-agent /usr/bin/',
      'install -m 0644 packaging/systemd/*.service /usr/lib/systemd/system/',
      'install -m 0644 packaging/udev/*.rules /usr/lib/udev/rules.d/',
      'install -m 0644 packaging/modules-load.d/weft.conf /usr/lib/modules-load.d/',
      'udevadm control --reload && systemctl daemon-reload && systemctl restart systemd-modules-load',
    ].join('\n'),
    start: 'systemctl enable --now weft-volumes.service weft-agent.service',
  },
} as const;
export type Distribution = keyof typeof distributions;
