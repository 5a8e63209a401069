/** open: new legs may come to a drive or node. cordoned: none do. evicting: none do, and those that can move do. */
export const schedulings = ['open', 'cordoned', 'evicting'] as const;
export type Scheduling = (typeof schedulings)[number];

/** What is allowed in which: the server's guard and the console's buttons read this table. Cordoning or opening again stops an eviction: no further leg moves. */
export const schedulingActions: Record<'cordon' | 'uncordon' | 'evict', readonly Scheduling[]> = {
  cordon: ['open', 'cordoned', 'evicting'],
  uncordon: ['open', 'cordoned', 'evicting'],
  evict: ['open', 'cordoned', 'evicting'],
};
export type SchedulingAction = keyof typeof schedulingActions;
export const schedulingAfter: Record<SchedulingAction, Scheduling> = { cordon: 'cordoned', uncordon: 'open', evict: 'evicting' };
