import { z } from 'zod';

/** open: new legs may come to a drive or node. cordoned: none do. evicting: none do, and those that can move do. evicted: none do, and none is left. */
export const schedulings = ['open', 'cordoned', 'evicting', 'evicted'] as const;
export type Scheduling = (typeof schedulings)[number];

/** What is allowed in which: the server's guard and the console's buttons read this table. Cordoning or opening again stops an eviction: no further leg moves. */
export const schedulingActions: Record<'cordon' | 'uncordon' | 'evict', readonly Scheduling[]> = {
  cordon: schedulings,
  uncordon: schedulings,
  evict: schedulings,
};
export type SchedulingAction = keyof typeof schedulingActions;
/** What is asked for; evicted is what comes of it, once no leg is left. */
export const schedulingAfter: Record<SchedulingAction, Scheduling> = { cordon: 'cordoned', uncordon: 'open', evict: 'evicting' };

/** Of a drive or node, in the API. */
export const schedulingFields = {
  scheduling: z.enum(schedulings).meta({
    description: 'Whether new legs may come; evicting: and those that can move do; evicted: and none is left.',
  }),
  schedulingSince: z.iso.datetime().nullable().meta({ description: 'Null: it was never another, or that was not kept.' }),
};
