import type { AssignmentContent, AttachmentAssignment } from '@weft/shared/messages/assignment';
import type { Operation } from '../../host/operations.js';
import { planAttachment } from '../attachment/plan-attachment.js';
import type { Plan, World } from '../plan.js';
import { planDrive } from '../target/plan-drive.js';
import { planExport } from '../target/plan-export.js';
import { planLeg } from '../target/plan-leg.js';

/** Plans every object of the assignment by itself. Targets first: on a converged node the attachments need them. */
export function planNode(world: World): Plan[] {
  const { drives, legs, exports, attachments } = world.content;
  return [
    ...drives.map((drive) => planDrive(drive, world)),
    ...legs.map((leg) => planLeg(leg, world)),
    ...exports.map((exported) => planExport(exported, world)),
    ...attachments.map((attachment) => planAttachment(attachment, world)),
  ];
}

/** One key per object. An export and an attachment may have the same id: the kind is part of it. */
export const objectKey = ({ kind, id }: { kind: string; id: string }): string => `${kind}/${id}`;
/** One key per step of an object, for its own back-off. */
export const stepKey = (key: string, operation: Operation): string => `${key} ${JSON.stringify(operation)}`;
export const isOfExport = (key: string): boolean => key.startsWith('export/');
/** A drive or a leg: commands of LVM show its state. */
export const isOfStorage = (key: string): boolean => key.startsWith('drive/') || key.startsWith('leg/');

/** Only LVM shows legs and drives; removing an export needs configfs only, and must not wait for a hung command. */
export const needsSlowState = ({ kind, status }: Plan): boolean => kind !== 'attachment' && !(kind === 'export' && status.state === 'done');

const freezeOf = ({ freezes = [] }: AssignmentContent, { attachmentId }: { attachmentId: string }) =>
  freezes.find(({ attachmentIds }) => attachmentIds.includes(attachmentId));

/**
 * `create` ends when the server has recorded what this client reported: that the array exists. It orders nothing, and comes while the agent builds on that array:
 * as a change it would stop the steps in between and read the host once more.
 */
const withoutRecord = ({ array, ...attachment }: AttachmentAssignment) => ({
  ...attachment,
  array: array && { ...array, create: undefined },
});

/** The assigned text of every object: a change of it resets the object's back-off and stops its running steps. */
export function assignedTexts(content: AssignmentContent): Map<string, string> {
  const settings = JSON.stringify([content.hostNqn, content.connect]);
  return new Map([
    ...content.drives.map((drive) => [objectKey({ kind: 'drive', id: drive.driveId }), JSON.stringify(drive)] as const),
    ...content.legs.map((leg) => [objectKey({ kind: 'leg', id: leg.legId }), JSON.stringify(leg)] as const),
    ...content.exports.map((exported) => [objectKey({ kind: 'export', id: exported.attachmentId }), JSON.stringify(exported)] as const),
    ...content.attachments.map(
      (attachment) =>
        [
          objectKey({ kind: 'attachment', id: attachment.attachmentId }),
          `${settings}${JSON.stringify(withoutRecord(attachment))}${FREEZE}${JSON.stringify(freezeOf(content, attachment) ?? null)}`,
        ] as const,
    ),
  ]);
}

const FREEZE = '\n';
/**
 * Only a freeze, or the order to take a thin leg that was prepared, is new: a client's I/O waits for it, and what commands show of the host is as it was.
 * @param before undefined: the object is new
 */
export const isSwift = (before: string | undefined, text: string): boolean => before !== undefined && lasting(before) === lasting(text);
/** Its steps rely on nothing that a quick look takes from memory (exports): mappings are read each time, and each operation checks what it acts on. */
export const isIdleOrSwift = ({ steps }: Pick<Plan, 'steps'>): boolean => steps.every(({ operation: { op } }) => SWIFT.has(op));
/** Its steps change mappings, and nothing else that a look shows. */
export const isOfFreeze = ({ steps }: Pick<Plan, 'steps'>): boolean => steps.every(({ operation: { op } }) => OF_FREEZE.has(op));
const OF_FREEZE: ReadonlySet<Operation['op']> = new Set(['hold-io', 'create-thin', 'release-io']);
const SWIFT: ReadonlySet<Operation['op']> = new Set([...OF_FREEZE, 'record-thin']);
/**
 * Its end is reported before LVM is read again: a client waits for an export, or holds its volume frozen until a leg is made. What LVM shows of it, such as who
 * has a leg open, decides nothing before.
 */
export const isAwaited = ({ kind, steps }: Plan): boolean =>
  kind === 'export' || steps.every(({ operation }) => operation.op === 'create-thin');

const lasting = (text: string): string => (text.split(FREEZE)[0] ?? '').replace('"order":"hold"', '"order":"take"');
