import { join } from 'node:path';
import { type Assignment, assignmentSchema } from '@weft/shared/messages/assignment';
import type { Reason } from '@weft/shared/messages/report';
import { Locks } from '../execute/locks.js';
import { errorText, type Log } from '../log/log.js';
import { DamagedFileError, DurableFile } from './durable-file.js';
import { applyFact, type FactChange, type Facts, factsSchema, forgetUnlisted, NO_FACTS } from './facts.js';

/*
 * What the node restores itself from with no server in reach: the last accepted assignment, and the facts of facts.ts.
 *  - a lower generation than the stored one is refused.
 *  - a damaged assignment: nothing is touched until a server has sent a fresh one.
 *  - damaged facts: nothing destructive may rest on their silence any more (`lost`).
 *  - a full disk: the change is not accepted, and the node goes on with what it has.
 *  - several changes at once (steps of several objects end, an assignment arrives): one after the other, each on what the one before has stored.
 */
export class Ledger {
  #assignment: Assignment | undefined;
  #facts: Facts = NO_FACTS;
  readonly #problems = new Map<string, Reason>();
  readonly #assignmentFile: DurableFile<Assignment>;
  readonly #factsFile: DurableFile<Facts>;
  readonly #locks = new Locks();

  private constructor(
    stateDir: string,
    private readonly log: Log,
    private readonly readOnly: boolean,
  ) {
    this.#assignmentFile = new DurableFile(join(stateDir, 'assignment.json'), assignmentSchema);
    this.#factsFile = new DurableFile(join(stateDir, 'facts.json'), factsSchema);
  }

  /** `readOnly`: for commands that look beside a running agent; a damaged file is left where it is. */
  static async open(stateDir: string, log: Log, { readOnly = false } = {}): Promise<Ledger> {
    const ledger = new Ledger(stateDir, log, readOnly);
    ledger.#assignment = await ledger.#readOr(
      ledger.#assignmentFile,
      'assignment-damaged',
      undefined,
      'nothing is changed on this node until a server has sent a fresh one',
    );
    ledger.#facts =
      (await ledger.#readOr(
        ledger.#factsFile,
        'facts-damaged',
        { ...NO_FACTS, lost: true },
        'half-created arrays of this node now wait for a person',
      )) ?? NO_FACTS;
    // Remembered at once: a second restart would find no file, and take that for "nothing ever happened".
    if (!readOnly && ledger.#problems.has('facts-damaged')) await ledger.#store('facts', () => ledger.#factsFile.write(ledger.#facts));
    return ledger;
  }

  get assignment(): Assignment | undefined {
    return this.#assignment;
  }
  get facts(): Facts {
    return this.#facts;
  }
  /** What is wrong with the ledger itself, for reports and status. */
  get problems(): Reason[] {
    return [...this.#problems.values()];
  }
  /** True after damage: "no assignment" must not be read as "everything here is an orphan". */
  get assignmentLost(): boolean {
    return this.#problems.has('assignment-damaged');
  }

  /** Stores the assignment, then accepts it. @returns why it was refused, or null. */
  async accept(assignment: Assignment, self: { nodeId: string; clusterId: string }): Promise<string | null> {
    return this.#inTurn(() => this.#accept(assignment, self));
  }

  /** Stores facts before anything may rely on them. @returns why they could not be stored, or null. */
  async record(changes: FactChange[]): Promise<string | null> {
    return changes.length === 0 ? null : this.#inTurn(() => this.#record(changes));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#locks.hold('ledger', work);
  }

  async #accept(assignment: Assignment, self: { nodeId: string; clusterId: string }): Promise<string | null> {
    if (assignment.nodeId !== self.nodeId) return `this is node ${self.nodeId}, the assignment is for node ${assignment.nodeId}`;
    if (assignment.clusterId !== self.clusterId)
      return `this node belongs to cluster ${self.clusterId}, the assignment to ${assignment.clusterId}`;
    const stored = this.#assignment;
    if (stored && assignment.generation < stored.generation)
      return `generation ${assignment.generation} is older than the stored ${stored.generation}`;
    if (stored && assignment.generation === stored.generation)
      return assignment.hash === stored.hash ? null : `generation ${assignment.generation} is stored with other content`;
    const failure = await this.#store('assignment', () => this.#assignmentFile.write(assignment));
    if (failure) return failure;
    this.#problems.delete('assignment-damaged');
    this.#assignment = assignment;
    const listed = forgetUnlisted(this.#facts, new Set(assignment.content.attachments.map((attachment) => attachment.attachmentId)));
    if (JSON.stringify(listed) !== JSON.stringify(this.#facts)) {
      const unsaved = await this.#store('facts', () => this.#factsFile.write(listed));
      if (!unsaved) this.#facts = listed;
    }
    return null;
  }

  async #record(changes: FactChange[]): Promise<string | null> {
    const next = changes.reduce(applyFact, this.#facts);
    if (JSON.stringify(next) === JSON.stringify(this.#facts)) return null;
    const failure = await this.#store('facts', () => this.#factsFile.write(next));
    if (!failure) this.#facts = next;
    return failure;
  }

  async #store(what: string, write: () => Promise<void>): Promise<string | null> {
    try {
      await write();
      this.#problems.delete(`${what}-unwritable`);
      return null;
    } catch (error) {
      const message = `cannot store the ${what} under the state folder (${errorText(error)}); free space or repair the file system. What runs goes on, changes wait`;
      if (!this.#problems.has(`${what}-unwritable`)) this.log('error', message, { error: errorText(error) });
      this.#problems.set(`${what}-unwritable`, { code: 'ledger-unwritable', message });
      return message;
    }
  }

  async #readOr<T>(file: DurableFile<T>, problem: string, fallback: T | undefined, consequence: string): Promise<T | undefined> {
    try {
      return await file.read({ setAside: !this.readOnly });
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error;
      const message = `${error.message} (${errorText(error.cause).slice(0, 500)}); ${consequence}`;
      this.log('error', message);
      this.#problems.set(problem, { code: problem, message });
      return fallback;
    }
  }
}
