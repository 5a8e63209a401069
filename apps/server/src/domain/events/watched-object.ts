import type { Condition } from '@weft/shared/kinds/common';
import { problemTypes } from '@weft/shared/kinds/condition-types';
import { knownSpec, type SettingsSpec } from '@weft/shared/kinds/settings/settings';
import { messageIn } from '@weft/shared/text/rendering/render';
import type { AlertDocument } from '../documents/alert.document.js';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { DriveDocument } from '../documents/drive.document.js';
import type { DriveClassDocument } from '../documents/drive-class.document.js';
import type { PartValue, WatchedObject } from '../documents/event.document.js';
import type { JobDocument } from '../documents/job.document.js';
import { isInForce } from '../documents/maintenance.document.js';
import type { NodeDocument } from '../documents/node.document.js';
import type { VolumeDocument } from '../documents/volume.document.js';
import { driveState } from '../drive/drive-state.js';
import { troubledLegs } from './troubled-legs.js';

type Parts = WatchedObject['parts'];

/** Longest value of a setting in an event, in characters. */
const MOST_CHARACTERS = 500;

/** Problems that last, by their type. Other conditions follow from state, health and connection, which are parts of their own. */
const problems = (conditions: readonly Condition[]): Parts =>
  Object.fromEntries(
    conditions
      .filter(({ type, status }) => status === 'true' && problemTypes.includes(type))
      .map((condition): [string, PartValue] => [condition.type, { value: 'true', cause: messageIn(condition) }]),
  );

const values = (parts: Record<string, string | undefined>): Parts =>
  Object.fromEntries(Object.entries(parts).flatMap(([topic, value]) => (value === undefined ? [] : [[topic, { value }]])));

const partOf = (topic: string, part: PartValue | undefined): Parts => (part ? { [topic]: part } : {});

/* What events tell about one object, from its stored document. */

export const ofVolume = ({ _id, name, status, legs }: VolumeDocument): WatchedObject => ({
  ...{ _id: `volumes/${_id}`, kind: 'volume', name, related: [] },
  parts: {
    ...problems(status.conditions),
    ...values({ existence: 'present', state: status.state, health: status.health }),
    ...partOf('legs', troubledLegs(legs)),
  },
});

export const ofAttachment = ({ _id, volumeId, volumeName, nodeId, nodeName, status }: AttachmentDocument): WatchedObject => ({
  ...{ _id: `attachments/${_id}`, kind: 'attachment', name: `${volumeName} on ${nodeName}`, related: [volumeId, nodeId] },
  parts: { ...problems(status.conditions), ...values({ existence: 'present', state: status.state }) },
});

export const ofDrive = (drive: DriveDocument): WatchedObject => ({
  ...{ _id: `drives/${drive._id}`, kind: 'drive', name: drive.serial, related: [drive.nodeId] },
  parts: {
    ...problems(drive.status.conditions),
    ...values({
      ...{ existence: 'present', state: driveState(drive), scheduling: drive.spec.scheduling ?? 'open' },
      smart: drive.status.smartWarningSince ? 'warning' : undefined,
    }),
  },
});

export const ofNode = ({ _id, name, spec, status }: NodeDocument, now: Date): WatchedObject => ({
  ...{ _id: `nodes/${_id}`, kind: 'node', name, related: [] },
  parts: {
    ...problems(status.conditions),
    ...values({
      ...{ existence: 'present', connection: status.connection.state, scheduling: spec.scheduling ?? 'open' },
      boot: status.bootId ?? undefined,
      agent: status.agent?.version,
      maintenance: spec.maintenance && isInForce(spec.maintenance, now) ? 'in force' : undefined,
    }),
  },
});

export const ofDriveClass = ({ _id, name }: DriveClassDocument): WatchedObject => ({
  ...{ _id: `driveClasses/${_id}`, kind: 'drive-class', name, related: [] },
  parts: values({ existence: 'present' }),
});

export const ofJob = ({ _id, kind, subject, state, error }: JobDocument): WatchedObject => ({
  ...{ _id: `jobs/${_id}`, kind: 'job', name: `${kind} of ${subject.name}`, related: [subject.id] },
  parts: {
    state: {
      value: state === 'waiting' ? 'running' : state,
      ...(error ? { cause: messageIn({ ...error, reason: error.code, code: error.messageCode ?? error.code }) } : {}),
    },
  },
});

/** Further objects whose timelines have the alert. */
const MOST_RELATED = 50;

/** A pending alert is none yet. */
export const ofAlert = ({ _id, rule, subject, about, state, severity, acknowledged }: AlertDocument): WatchedObject => ({
  ...{ _id: `alerts/${_id}`, kind: 'alert', name: `${rule} of ${subject.name}`, related: about.slice(0, MOST_RELATED) },
  parts: values({
    state: state === 'pending' ? undefined : state === 'firing' && severity === 'critical' ? 'critical' : state,
    acknowledged: acknowledged?.by,
  }),
});

/** A run that found nothing new is no event. */
export const ofPreflightRun = ({ _id, state, newFindings }: { _id: string; state: string; newFindings: number }): WatchedObject => ({
  ...{ _id: `preflightRuns/${_id}`, kind: 'preflight-run', name: 'preflight', related: [] },
  parts: values({ state: state === 'done' && newFindings > 0 ? String(newFindings) : undefined }),
});

/** Every setting of this version is a part. Earlier versions stored others, some of them secrets, and addresses with passwords: viewers read events. */
export const ofSettings = ({ _id, spec }: { _id: string; spec: SettingsSpec }): WatchedObject => ({
  ...{ _id: `settings/${_id}`, kind: 'settings', name: 'settings', related: [] },
  parts: values(
    Object.fromEntries(Object.entries(knownSpec(spec)).map(([name, value]) => [name, JSON.stringify(value).slice(0, MOST_CHARACTERS)])),
  ),
});
