/** Parts of the page of a job, as its address names them. */
export const jobTabs = ['overview', 'timeline', 'activity'] as const;
export type JobTab = (typeof jobTabs)[number];
