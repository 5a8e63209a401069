import type { Sanitize } from '@weft/shared/messages/sanitize';

/** What a drive keeps of its last sanitize without power. */
export interface SanitizeState {
  state: 'never' | 'done' | 'running' | 'failed';
  /** Of a running one: time that the drive has worked on it, and that it takes in all. */
  workedMs: number;
  lengthMs: number;
}

/** The Sanitize of a simulated drive. It goes on while the drive has power, and from where it was when the power returns. */
export class DriveSanitize {
  /** The next one ends as failed. */
  fails = false;
  /** The drive reports success and keeps its contents: a defect. */
  erasesNothing = false;
  #saved: SanitizeState;
  /** When it began to work on it, or got power again. Null: no power, or nothing runs. */
  #sinceMs: number | null = null;

  constructor(
    readonly ability: Pick<Sanitize, 'actions' | 'besides'>,
    saved: SanitizeState = { state: 'never', workedMs: 0, lengthMs: 0 },
  ) {
    this.#saved = saved;
  }

  begin(lengthMs: number, nowMs: number): void {
    this.#saved = { state: 'running', workedMs: 0, lengthMs };
    this.#sinceMs = nowMs;
  }
  power(isOn: boolean, nowMs: number): void {
    this.#sinceMs = this.save(nowMs).state === 'running' && isOn ? nowMs : null;
  }
  /** Also ends one whose time is over. */
  save(nowMs: number): SanitizeState {
    const { state, workedMs, lengthMs } = this.#saved;
    if (state !== 'running') return this.#saved;
    const worked = workedMs + (this.#sinceMs === null ? 0 : nowMs - this.#sinceMs);
    const isOver = worked >= lengthMs;
    this.#saved = isOver ? { state: this.fails ? 'failed' : 'done', workedMs: 0, lengthMs: 0 } : { state, workedMs: worked, lengthMs };
    this.#sinceMs = isOver || this.#sinceMs === null ? null : nowMs;
    return this.#saved;
  }
  log(nowMs: number): Pick<Sanitize, 'state' | 'progressRatio'> {
    const { state, workedMs, lengthMs } = this.save(nowMs);
    return { state, progressRatio: state === 'running' ? Math.floor((workedMs / lengthMs) * 100) / 100 : null };
  }
  get isRunning(): boolean {
    return this.#saved.state === 'running';
  }
}
