/** Why a file cannot be used as a backup. */
export type BackupFault = 'not-a-backup' | 'other-version' | 'wrong-key' | 'truncated' | 'damaged';

/** A backup file that cannot be read. The message states what is wrong and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';

  constructor(
    readonly fault: BackupFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export const truncated = () =>
  new BackupError('truncated', 'The file ends too early: it was not copied or stored in full. Use another copy, or another backup.');
export const damaged = (part: string, cause?: unknown) =>
  new BackupError('damaged', `The file is damaged (${part}). Use another copy, or another backup.`, { cause });
