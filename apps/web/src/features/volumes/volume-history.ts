import type { Condition, Job, Volume } from '../../api/types.js';

export interface Happening {
  at: string;
  what: { job: Job } | { about: string; condition: Condition } | { text: string };
}

/**
 * What is known of a volume's past, newest first: its jobs, since when each of its conditions is as it is, and what became of legs. The API keeps no
 * condition that has changed again since.
 */
export function historyOf(volume: Volume, jobs: readonly Job[]): Happening[] {
  const conditions = [
    { about: 'the volume', conditions: volume.conditions },
    ...volume.legs.map((leg) => ({ about: `leg ${leg.index} on ${leg.node.name}`, conditions: leg.conditions })),
  ];
  return [
    { at: volume.createdAt, what: { text: 'the volume was asked for' } },
    ...jobs.map((job): Happening => ({ at: job.finishedAt ?? job.createdAt, what: { job } })),
    ...conditions.flatMap(({ about, conditions: of }) =>
      of.map((condition): Happening => ({ at: condition.since, what: { about, condition } })),
    ),
    ...volume.obsoleteLegs.map(
      (leg): Happening => ({
        at: leg.since,
        what: {
          text: `leg ${leg.index} of epoch ${leg.epoch} on ${leg.node.name}, drive ${leg.drive.serial}, left the volume: ${leg.why.replace('-', ' ')}`,
        },
      }),
    ),
  ].sort((a, b) => b.at.localeCompare(a.at));
}
