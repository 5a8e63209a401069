import { arrayUuidsOf } from '../../apps/server/src/domain/documents/volume.document.js';
import type { Sweep } from './sweep.js';

/** Describes each volume as the server, agents and kernels have it, to help find a cause. */
export function descriptionOf({ stored, clients }: Sweep): string[] {
  return [...stored.volumes.values()].flatMap((volume) => {
    const legs = volume.legs.map(
      (leg) =>
        `${leg.index}@${leg.nodeName}${leg.spec.role ? ` ${leg.spec.role}` : ''} ${leg.status.inSync ? 'in sync' : 'stale'} ${leg.status.health}`,
    );
    const reports = stored.attachmentsOf(volume._id).flatMap(({ _id, nodeId, nodeName, status: { state } }) => {
      const report = stored.lastReport(nodeId, 'attachment', _id);
      const said = report?.kind === 'attachment' ? report.observed.legs.flatMap(({ reason }) => reason?.message ?? []) : [];
      return [`${state} on ${nodeName}: ${[report?.state, report?.reason?.message, ...said].filter(Boolean).join('; ')}`];
    });
    const arrays = clients.flatMap(({ name, host }) =>
      host.arrays.list
        .filter(({ uuid }) => arrayUuidsOf(volume).includes(uuid))
        .map(
          ({ state, members, events }) =>
            `${name} runs it ${state} at ${events}: ${members.map((each) => `${each.slot} ${each.device} ${each.status} bad ${each.badBlocks}`).join(', ')}`,
        ),
    );
    return [`${volume.name} ${volume.status.state} ${volume.status.health} [${legs.join(', ')}]`, ...reports, ...arrays].map(
      (line) => `  ${line}`,
    );
  });
}
