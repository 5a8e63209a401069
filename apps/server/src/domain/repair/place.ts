import { DomainError } from '@weft/shared/errors/domain-error';
import { driveActions } from '@weft/shared/kinds/drive';
import { type Scheduling, type SchedulingAction, schedulingActions, schedulingAfter } from '@weft/shared/kinds/scheduling';
import { driveRef, nodeRef } from '@weft/shared/text/references';
import type { DriveDocument } from '../documents/drive.document.js';
import type { NodeDocument } from '../documents/node.document.js';
import type { LegDocument } from '../documents/volume.document.js';
import { driveState } from '../drive/drive-state.js';

export type PlaceKind = 'drive' | 'node';

/** A drive or a node, with its fields for evictions. */
export interface Place {
  kind: PlaceKind;
  id: string;
  name: string;
  version: number;
  scheduling: Scheduling;
  /** Null: never changed, or not recorded. */
  schedulingSince: Date | null;
  /** A drive that is not in service holds no legs. */
  isInService: boolean;
}

type Holder = { nodeId: string; driveId: string };

export const placeOfNode = ({ _id, name, version, spec: { scheduling, schedulingSince } }: NodeDocument): Place => ({
  ...{ kind: 'node', id: _id, name, version, isInService: true },
  ...{ scheduling: scheduling ?? 'open', schedulingSince: schedulingSince ?? null },
});

export function placeOfDrive(drive: DriveDocument): Place {
  const {
    _id,
    serial,
    version,
    spec: { scheduling, schedulingSince },
  } = drive;
  const isInService = drive.spec.desired === 'in-service' && driveActions.evict.includes(driveState(drive));
  return {
    ...{ kind: 'drive', id: _id, name: serial, version, isInService },
    ...{ scheduling: scheduling ?? 'open', schedulingSince: schedulingSince ?? null },
  };
}

/** Whether a leg or a drive is there. */
export const isOn =
  ({ kind, id }: Pick<Place, 'kind' | 'id'>) =>
  ({ nodeId, driveId }: Holder): boolean =>
    (kind === 'node' ? nodeId : driveId) === id;

/** Whether the leg's cache is on this drive. A node's caches leave it with their legs. */
export const hasCache =
  ({ kind, id }: Pick<Place, 'kind' | 'id'>) =>
  ({ spec: { cache } }: LegDocument): boolean =>
    kind === 'drive' && cache?.driveId === id;

export const refOf = ({ kind, id, name }: Place) => (kind === 'node' ? nodeRef(id, name) : driveRef(id, name));

/** @returns the same place if nothing changes. @throws DomainError `wrong-state`. */
export function rescheduled(place: Place, action: SchedulingAction, now: Date): Place {
  const { kind, id, name, scheduling } = place;
  if (!schedulingActions[action].includes(scheduling)) {
    const data = { scheduling, action, allowedSchedulings: [...schedulingActions[action]] };
    throw kind === 'node'
      ? new DomainError('node-scheduled-otherwise', { node: nodeRef(id, name), ...data })
      : new DomainError('drive-scheduled-otherwise', { drive: driveRef(id, name), ...data });
  }
  return withScheduling(place, schedulingAfter[action], now);
}

export const withScheduling = (place: Place, scheduling: Scheduling, now: Date): Place =>
  place.scheduling === scheduling ? place : { ...place, scheduling, schedulingSince: now };
