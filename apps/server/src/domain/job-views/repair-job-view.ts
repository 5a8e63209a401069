import { REPAIR_WAITING } from '@weft/shared/kinds/condition-types';
import type { JobDocument, JobView, StepView } from '../documents/job.document.js';
import { type LegDocument, roleOf } from '../documents/volume.document.js';
import { holding, legTruth } from '../legs/leg-observations.js';
import type { Advance } from '../reconcile/advance.js';
import { clientWord, legReady, legWord } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { step, view } from './job-view.js';

/** View of a volume's repair: the steps of each joining leg, and the wait of the next one. Done when no leg is left to replace. */
export function repairView(job: JobDocument, world: VolumeWorld, next: Advance): JobView {
  const { volume } = next;
  if (volume.state === 'deleting' || next.volumeRemoved)
    return {
      state: 'failed',
      steps: job.steps,
      waitingFor: [],
      error: { code: 'cancelled', message: `Volume ${volume.name} was deleted.` },
    };
  const joining = volume.legs.filter((leg) => roleOf(leg) === 'joining');
  const wait = volume.conditions.find(({ type }) => type === REPAIR_WAITING);
  if (joining.length === 0 && !wait) return view(job.steps, true);
  const steps = joining.flatMap((leg) => stepsOf(world, leg));
  if (!wait) return view(steps, false);
  const reason = { code: wait.reason, message: wait.message };
  const shown = view([...steps, { name: 'find a place', node: null, state: 'waiting', reason }], false);
  const { message, unblockedBy = message } = wait;
  return {
    ...shown,
    waitingFor: [...shown.waitingFor.slice(0, -1), { node: null, message, unblockedBy }],
  };
}

function stepsOf(world: VolumeWorld, leg: LegDocument): StepView[] {
  const made = step(`create and wipe leg ${leg.index}`, world, leg.nodeId, leg.nodeName, legReady(world, leg), legWord(world, leg));
  const holder = holding(world).find((each) => each.mode === 'exclusive');
  if (!holder) {
    const reason = { code: 'not-attached', message: 'a mirror is copied only by the client that has it attached exclusive: attach it' };
    return [made, { name: `copy onto leg ${leg.index}`, node: null, state: 'waiting', reason }];
  }
  const exported = holder.exports.find((each) => each.nodeId === leg.nodeId);
  const word = exported && world.word(exported.nodeId, 'export', holder._id, exported.orderGeneration);
  const isExported = word?.observed.namespaces.some((each) => each.legId === leg.id && each.enabled) ?? false;
  return [
    made,
    made.state === 'done'
      ? step(`export leg ${leg.index}`, world, leg.nodeId, leg.nodeName, isExported, word)
      : { name: `export leg ${leg.index}`, node: leg.nodeName, state: 'pending', reason: null },
    copyStep(world, leg, holder.nodeId, holder.nodeName, isExported, clientWord(world, holder)),
  ];
}

function copyStep(
  world: VolumeWorld,
  leg: LegDocument,
  clientId: string,
  client: string,
  isExported: boolean,
  word: ReturnType<typeof clientWord>,
): StepView {
  const view = legTruth(world, leg).attachments.find((each) => each.client.id === clientId);
  const ratio = view?.member?.rebuilding?.progressRatio;
  const name = `copy onto leg ${leg.index}`;
  const shown = step(name, world, clientId, client, leg.inSync, word);
  if (shown.state === 'done' || (shown.state === 'waiting' && world.isSilent(clientId))) return shown;
  if (!isExported) return { name, node: client, state: 'pending', reason: null };
  // Whole per cents, because each change of the view stores the job.
  if (view?.member?.rebuilding)
    return { name, node: client, state: 'running', reason: { code: 'copying', message: `${Math.floor((ratio ?? 0) * 100)} % copied` } };
  return view?.agent ? { name, node: client, state: 'waiting', reason: view.agent } : shown;
}
