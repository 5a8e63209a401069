import { DomainError } from '@weft/shared/errors/domain-error';
import { driveActions } from '@weft/shared/kinds/drive';
import type { DriveDocument } from '../documents/drive.document.js';
import { type Changes, changed } from '../documents/parts.js';
import { driveOf, nodeOf } from '../documents/references.js';
import { describeContents } from './drive-contents.js';
import { driveState, stateSinceAfter } from './drive-state.js';
import type { DriveOrder, DriveWorld } from './drive-world.js';

/** The drive with an order for its node. */
export const ordered = ({ drive, now }: Pick<DriveWorld, 'drive' | 'now'>, change: Changes<DriveDocument>): DriveOrder => ({
  after: changed(drive, { ...change, status: { ...change.status, ...stateSinceAfter(drive, change, now) } }),
  isOrder: true,
  statements: [],
});

/** @throws DomainError `wrong-state`. */
export function requireDriveState(action: 'take' | 'wipe' | 'release', drive: DriveDocument): void {
  const state = driveState(drive);
  if (driveActions[action].includes(state)) return;
  throw new DomainError('drive-in-wrong-state', {
    ...{ drive: driveOf(drive), node: nodeOf(drive), state, action },
    ...{ contents: state === 'occupied' ? describeContents(drive) : [], allowedStates: [...driveActions[action]] },
  });
}
