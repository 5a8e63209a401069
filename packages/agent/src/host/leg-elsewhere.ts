import type { NvmetSubsystem } from './host.js';

interface Namespace {
  nqn: string;
  nsid: number;
  besides?: string[] | undefined;
}

/** The subsystem, other than `nqn` and those in `besides`, that has the UUID or the device of namespace `nsid` of `nqn` enabled. */
export function enabledElsewhere(
  subsystems: readonly NvmetSubsystem[],
  { nqn, nsid, besides = [] }: Namespace,
): NvmetSubsystem | undefined {
  const own = subsystems.find((each) => each.nqn === nqn)?.namespaces.find((each) => each.nsid === nsid);
  if (!own) return undefined;
  return subsystems.find(
    (other) =>
      other.nqn !== nqn &&
      !besides.includes(other.nqn) &&
      other.namespaces.some((space) => space.enabled && (space.uuid === own.uuid || space.devicePath === own.devicePath)),
  );
}

/** Why namespace `nsid` of `nqn` is not enabled. */
export const elsewhere = ({ nqn, nsid }: Namespace, other: NvmetSubsystem | undefined): string =>
  `namespace ${nsid} of ${nqn} is not enabled: its leg is enabled under ${other?.nqn} for ${other?.allowedHosts.join(', ') || 'a host that is being fenced'} (S3)`;
