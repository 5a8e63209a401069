/*
 * Sanitize Operations of the NVM Express Base Specification 2.0: the drive itself erases all of its media, also blocks that no host can address, and goes on with
 * that over a loss of power. The command is the controller's, and erases every namespace of its NVM subsystem.
 */

/** How a drive is wiped. zero: its node overwrites each block with zeros. sanitize: the drive erases itself. */
export const wipeMethods = ['zero', 'sanitize'] as const;
export type WipeMethod = (typeof wipeMethods)[number];

/** Sanitize actions that Weft uses, the preferred one first (docs/decisions/sanitize.md). */
export const eraseActions = ['block-erase', 'crypto-erase'] as const;
export type EraseAction = (typeof eraseActions)[number];

/** All actions that a controller can name in its field SANICAP. */
export const sanitizeActions = [...eraseActions, 'overwrite'] as const;

/** What else is in the NVM subsystem of a drive. */
export const subsystemContents = ['nothing', 'namespaces', 'controllers', 'unknown'] as const;

interface Ability {
  actions: readonly (typeof sanitizeActions)[number][];
  besides: (typeof subsystemContents)[number];
}

/** The action by which Weft may sanitize a drive; null: Weft does not sanitize it. */
export const eraseActionOf = (sanitize: Ability | null | undefined): EraseAction | null =>
  sanitize?.besides === 'nothing' ? (eraseActions.find((action) => sanitize.actions.includes(action)) ?? null) : null;

/** Why Weft does not sanitize a drive. */
export const sanitizeObstacles = ['not-reported', 'no-action', 'namespaces', 'controllers', 'unknown'] as const;
export type SanitizeObstacle = (typeof sanitizeObstacles)[number];

/** Null: none. */
export function sanitizeObstacle(sanitize: Ability | null | undefined): SanitizeObstacle | null {
  if (!sanitize) return 'not-reported';
  if (eraseActionOf({ ...sanitize, besides: 'nothing' }) === null) return 'no-action';
  return sanitize.besides === 'nothing' ? null : sanitize.besides;
}

export const OBSTACLE_TEXTS: Record<SanitizeObstacle, string> = {
  'not-reported': 'its node does not report whether it has Sanitize',
  'no-action': 'it has neither block erase nor crypto erase',
  namespaces: 'its controller has other namespaces, which a sanitize would erase too',
  controllers: 'other controllers may reach it, and a sanitize would disturb them',
  unknown: 'its controller does not list its namespaces',
};
