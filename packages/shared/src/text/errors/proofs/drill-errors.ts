import { t1 } from '../../examples.js';
import { messages, node, word } from '../../field.js';
import { words } from '../../words.js';
import { error } from '../error-entry.js';

/* Errors of drills. */
export const drillErrors = {
  'drill-not-found': error('not-found', { id: word }, ({ id }) => words`There is no drill ${id}.`, { id: 'ID' }),
  'drill-ended': error('wrong-state', { state: word }, ({ state }) => words`The drill has ended (${state}) and cannot be cancelled.`, {
    state: 'done',
  }),
  'drill-not-ended': error('wrong-state', {}, () => words`The drill has not ended. Cancel it first.`, {}),
  'drill-open': error(
    'wrong-state',
    {},
    () => words`Another drill has not ended. Only one drill runs at a time: wait for its end, or cancel it.`,
    {},
  ),
  'drill-refused': error(
    'wrong-state',
    { refusals: messages },
    ({ refusals }) => words`The drill is not safe now: ${refusals} Nothing was changed.`,
    { refusals: [{ code: 'drill-not-whole', params: { volume: 'orders' } }] },
  ),
  'drill-ends-load': error(
    'not-possible',
    { node },
    ({ node }) => words`The load runs at ${node} and would end with its agent. Choose a target, or a drill without load.`,
    { node: t1 },
  ),
  'drill-object-unknown': error(
    'not-possible',
    { object: word },
    ({ object }) => words`The volume has no ${object}. See its legs and paths on its page.`,
    { object: 'leg on node t9' },
  ),
};
