import { z } from 'zod';

/** open: new legs may be placed on a drive or node. cordoned: none are. evicting: none are, and movable legs move away. evicted: none are, and none is left. */
export const schedulings = ['open', 'cordoned', 'evicting', 'evicted'] as const;
export type Scheduling = (typeof schedulings)[number];

/** Allowed actions by scheduling: the server's guard and the console's buttons read this table. Cordon and uncordon stop an eviction: no further leg moves. */
export const schedulingActions: Record<'cordon' | 'uncordon' | 'evict', readonly Scheduling[]> = {
  cordon: schedulings,
  uncordon: schedulings,
  evict: schedulings,
};
export type SchedulingAction = keyof typeof schedulingActions;
/** The requested scheduling. `evicted` follows by itself once no leg is left. */
export const schedulingAfter: Record<SchedulingAction, Scheduling> = { cordon: 'cordoned', uncordon: 'open', evict: 'evicting' };

/** Fields of a drive or node in the API. */
export const schedulingFields = {
  scheduling: z.enum(schedulings).meta({
    description: 'Whether new legs may be placed here. evicting: no new legs, and movable legs move away. evicted: no legs are left.',
  }),
  schedulingSince: z.iso.datetime().nullable().meta({ description: 'Time of the last change. Null: never changed, or not recorded.' }),
};
