import type { Operation } from '../../operations.js';
import type { Action } from '../run/action.js';
import type { Surroundings } from '../run/host-snapshot.js';
import { actionsFor } from './actions.js';

/** A machine without udev, ports and subsystems. */
export const nothing: Surroundings = { udev: false, ports: [], subsystems: [], published: [] };
export const commands = (operation: Operation, around: Partial<Surroundings> = {}): string[][] =>
  actionsFor(operation, { ...nothing, ...around }).flatMap((action) => (action.do === 'exec' ? [action.argv] : []));
export const checks = (operation: Operation): string[] =>
  actionsFor(operation, nothing).flatMap((action) => (action.do === 'check' ? [action.fact.fact] : []));
export const find = <T extends Action['do']>(actions: Action[], kind: T) =>
  actions.filter((action): action is Action & { do: T } => action.do === kind);
