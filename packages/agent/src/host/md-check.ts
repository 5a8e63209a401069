/** Checks of a mirror's redundancy (md(4), "SCRUBBING AND MISMATCHES"; Documentation/admin-guide/md.rst). */
export interface MdCheck {
  /** `last_sync_action`: the last action that md began since the array started. */
  lastAction: string;
  /** `sync_max` is the mark of `start-check`. md removes it when the check has completed, and keeps it when the check was interrupted. */
  isMarked: boolean;
  /** `sync_min`: where a check begins. md sets it when a check is interrupted, and zeroes it when one has completed. */
  fromBytes: number;
  /** `mismatch_cnt`, since the last check began: md counts each range in which the halves differ in full (raid1: 64 KiB). */
  mismatchBytes: number;
  /** How far the running check is, from the start of the array; null: none runs. */
  positionBytes: number | null;
}
