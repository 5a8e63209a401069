/* Without schemas: the console reads these tables, and its first load has no room for the schemas of documents. */

/**
 * running: takes its steps one after the other. failed: a step could not be taken, `error` states why. stopped: by a person. done: `goal` is reached.
 * `goal` is applied, or undone after somebody has ordered that.
 */
export const deploymentStates = ['running', 'failed', 'stopped', 'done'] as const;
export type DeploymentState = (typeof deploymentStates)[number];
export const deploymentGoals = ['applied', 'undone'] as const;
export type DeploymentGoal = (typeof deploymentGoals)[number];

/** Allowed actions by state: both the server's guard and the console's buttons read this table. */
export const deploymentActions: Record<'stop' | 'resume' | 'undo', readonly DeploymentState[]> = {
  stop: ['running'],
  resume: ['failed', 'stopped'],
  undo: ['failed', 'stopped', 'done'],
};
