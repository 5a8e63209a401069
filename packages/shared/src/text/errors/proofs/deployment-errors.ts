import { messages, word } from '../../field.js';
import { words } from '../../words.js';
import { error } from '../error-entry.js';

/* Errors of deployments. */
const attached = { code: 'deployment-volume-attached', params: { volume: 'data-c1' } };

export const deploymentErrors = {
  'deployment-not-found': error('not-found', { id: word }, ({ id }) => words`There is no deployment ${id}.`, { id: 'ID' }),
  'deployment-running': error(
    'wrong-state',
    { title: word },
    ({ title }) => words`Deployment ${title} is running. Wait for its end, or stop it: only one runs at a time.`,
    { title: 'rack 1' },
  ),
  'deployment-wrong-state': error(
    'wrong-state',
    { action: word, state: word },
    ({ action, state }) => words`The deployment is ${state}: ${action} is not possible now.`,
    { action: 'resume', state: 'done' },
  ),
  'deployment-not-possible': error(
    'not-possible',
    { problems: messages },
    ({ problems }) => words`The document cannot be applied: ${problems}.`,
    { problems: [{ code: 'deployment-node-unknown', params: { node: 't9' } }] },
  ),
  'deployment-changes-nothing': error(
    'not-possible',
    {},
    () => words`The cluster is already as the document has it: there is no step to take.`,
    {},
  ),
  'deployment-plan-changed': error(
    'wrong-state',
    {},
    () => words`The cluster has changed since the plan was shown, and the steps with it. Look at the new plan, then apply it.`,
    {},
  ),
  'deployment-nothing-to-propose': error(
    'not-possible',
    {},
    () =>
      words`There is nothing to propose: no enrolled node reports drives. Enroll nodes first, and wait until their agents are connected.`,
    {},
  ),
  'deployment-not-blank': error('in-use', { blockers: messages }, ({ blockers }) => words`The deployment cannot be undone: ${blockers}.`, {
    blockers: [attached],
  }),
};
