import type { Condition } from '@weft/shared/kinds/common';
import { REPAIR_WAITING } from '@weft/shared/kinds/condition-types';
import type { JobWait } from '@weft/shared/kinds/job';
import { legRef } from '@weft/shared/text/references';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { JobDocument, JobView, StepView } from '../documents/job.document.js';
import { type LegDocument, roleOf } from '../documents/volume.document.js';
import { jobReason, reasonFrom, stepName } from '../job-messages/job-message.js';
import { holding, legObservations } from '../legs/leg-observations.js';
import type { Advance } from '../reconcile/advance.js';
import { clientReport, legReady, legReport } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { failed, pending, step, view, volumeDeleted } from './job-view.js';

/** View of a volume's repair: the steps of each joining leg, and the wait of the next one. Done when no leg is left to replace. */
export function repairView(job: JobDocument, world: VolumeWorld, next: Advance): JobView {
  const { volume } = next;
  if (volume.status.state === 'deleting') return failed(job, volumeDeleted(job, volume));
  const joining = volume.legs.filter((leg) => roleOf(leg) === 'joining');
  const wait = volume.status.conditions.find(({ type }) => type === REPAIR_WAITING);
  if (joining.length === 0 && !wait) return view(job.steps, true, world.nodes);
  const steps = joining.flatMap((leg) => stepsOf(world, leg));
  if (!wait) return view(steps, false, world.nodes);
  const shown = view(steps, false, world.nodes);
  const place: StepView = { ...stepName('find-place', {}), node: null, state: 'waiting', reason: reasonFrom(wait) };
  return { ...shown, state: 'waiting', steps: [...steps, place], waitingFor: [...shown.waitingFor, waitOf(wait)] };
}

/** The wait that a condition states. Its code renders both sentences. */
const waitOf = ({ reason, code = reason, params, message, unblockedBy = message }: Condition): JobWait => ({
  node: null,
  ...(params === undefined ? {} : { code, params }),
  message,
  unblockedBy,
});

function stepsOf(world: VolumeWorld, leg: LegDocument): StepView[] {
  const made = step(
    stepName('create-leg', { leg: legRef(leg) }),
    world,
    leg.nodeId,
    leg.nodeName,
    legReady(world, leg),
    legReport(world, leg),
  );
  const holder = holding(world).find((each) => each.spec.mode === 'exclusive');
  if (!holder) {
    const reason = jobReason('rebuild-needs-attachment', {}, 'not-attached');
    return [made, { ...stepName('rebuild-leg', { leg: legRef(leg) }), node: null, state: 'waiting', reason }];
  }
  const exported = holder.exports.find((each) => each.nodeId === leg.nodeId);
  const report = exported && world.report(exported.nodeId, 'export', holder._id, exported.spec.orderGeneration);
  const isExported = report?.observed.namespaces.some((each) => each.legId === leg.id && each.enabled) ?? false;
  const exporting = stepName('export-leg', { leg: legRef(leg) });
  return [
    made,
    made.state === 'done' ? step(exporting, world, leg.nodeId, leg.nodeName, isExported, report) : pending(exporting, leg),
    rebuildStep(world, leg, holder, isExported),
  ];
}

function rebuildStep(world: VolumeWorld, leg: LegDocument, holder: AttachmentDocument, isExported: boolean): StepView {
  const { nodeId, nodeName: node } = holder;
  const client = legObservations(world, leg).attachments.find((each) => each.client.id === nodeId);
  const rebuilding = client?.member?.rebuilding;
  const name = stepName('rebuild-leg', { leg: legRef(leg) });
  const shown = step(name, world, nodeId, node, leg.status.inSync, clientReport(world, holder));
  if (shown.state === 'done' || world.isSilent(nodeId)) return shown;
  if (!isExported) return pending(name, holder);
  // Whole per cents, because each change of the view stores the job.
  const percent = Math.floor((rebuilding?.progressRatio ?? 0) * 100);
  if (rebuilding) return { ...shown, state: 'running', reason: jobReason('rebuild-progress', { percent }, 'copying') };
  return client?.agent ? { ...shown, state: 'waiting', reason: client.agent } : shown;
}
