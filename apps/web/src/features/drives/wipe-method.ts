import { eraseActionOf, OBSTACLE_TEXTS, sanitizeObstacle } from '@weft/shared/wipe/wipe-method';
import type { Drive, WipeRecord } from '../../api/types.js';

const ACTIONS = { 'block-erase': 'block erase', 'crypto-erase': 'crypto erase' } as const;

/** Whether a wipe without a named method sanitizes the drive. */
export const sanitizes = ({ sanitize }: Pick<Drive, 'sanitize'>): boolean => sanitizeObstacle(sanitize) === null;

/** What a wipe does to the drive, for the person who orders it. */
export function wipeMethodText({ sanitize }: Pick<Drive, 'sanitize'>, onlyZeros: boolean): string {
  const obstacle = sanitizeObstacle(sanitize);
  const action = eraseActionOf(sanitize);
  if (!onlyZeros && action)
    return `Method: sanitize. The drive erases all of its media itself (${ACTIONS[action]}), also while it has no node.`;
  const why = obstacle ? ` Weft does not sanitize it: ${OBSTACLE_TEXTS[obstacle]}.` : '';
  return `Method: zero. Every block is overwritten with zeros.${why}`;
}

/** The drive's Sanitize, for its page. */
export function sanitizeText({ sanitize }: Pick<Drive, 'sanitize'>): string {
  if (sanitize?.state === 'running') return `running, ${Math.round((sanitize.progressRatio ?? 0) * 100)} %`;
  if (sanitize?.state === 'failed') return 'the last one failed';
  const obstacle = sanitizeObstacle(sanitize);
  const action = eraseActionOf(sanitize);
  return action ? ACTIONS[action] : `not used: ${OBSTACLE_TEXTS[obstacle ?? 'unknown']}`;
}

export const usedMethodText = ({ method, sanitizeAction }: Pick<WipeRecord, 'method' | 'sanitizeAction'>): string =>
  sanitizeAction ? `${method}, ${ACTIONS[sanitizeAction]}` : method;
