import type { MessageCode, ParamsOf } from '@weft/shared/text/catalogue/catalogue';
import { type Said, said } from '@weft/shared/text/rendering/render';

const CODES = {
  'not-a-backup': 'backup-not-a-backup',
  'other-version': 'backup-of-other-format',
  'wrong-key': 'backup-of-other-key',
  truncated: 'backup-truncated',
  damaged: 'backup-damaged',
} as const satisfies Record<string, MessageCode>;

/** Why a file cannot be used as a backup. */
export type BackupFault = keyof typeof CODES;

/** A backup file that cannot be read. The message states what is wrong and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  readonly said: Said;

  constructor(
    readonly fault: BackupFault,
    said: Said,
    options?: ErrorOptions,
  ) {
    super(said.message, options);
    this.said = said;
  }
}

export const backupError = <F extends BackupFault>(fault: F, params: ParamsOf<(typeof CODES)[F]>, options?: ErrorOptions): BackupError =>
  new BackupError(fault, said(CODES[fault], params), options);

export const truncated = () => backupError('truncated', {});
export const damaged = (part: string, cause?: unknown) => backupError('damaged', { part }, { cause });
