import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Assignment, assignmentSchema } from '@weft/shared/messages/assignment';
import { type DoubtReason, doubtOf, type Held, isSameHeld } from '@weft/shared/messages/history';
import { errorText, type Log } from '../log/log.js';
import { type AgentReason, reason } from '../reason/reason.js';
import { DamagedFileError, DurableFile } from './durable-file.js';
import { acceptLoss, applyFact, type FactChange, type Facts, factsSchema, forgetUnlisted, NO_FACTS } from './facts.js';
import { Locks } from './locks.js';
import { differsFrom, type Machine } from './machine.js';

/*
 * What the node restores itself from when no server is reachable: the last accepted assignment, and the facts of facts.ts.
 *  - refused: a lower generation than the stored one, and a database that does not remember what is stored here (S14, docs/decisions/history-id.md).
 *  - a damaged or missing assignment: the agent touches nothing until a server has sent a fresh one.
 *  - damaged or missing facts (`lost`): nothing destructive may rely on a missing fact until an administrator accepts the loss.
 *  - files of another node or cluster: set aside and not followed; of another machine (a copied disk): the agent does not run.
 *  - a full disk: the change is not accepted, and the node continues with what it has.
 *  - several changes at once (steps of several objects end, an assignment arrives): one after the other, each based on the result of the one before.
 */

/** The node, cluster and machine that open a ledger. */
export interface Owner {
  nodeId: string;
  clusterId: string;
  machine: Machine;
}

/** The ledger belongs to another machine. The message says what to do. */
export class OtherMachineError extends Error {
  override readonly name = 'OtherMachineError';
}

export class Ledger {
  #assignment: Assignment | undefined;
  #facts: Facts = NO_FACTS;
  readonly #problems = new Map<string, AgentReason>();
  readonly #assignmentFile: DurableFile<Assignment>;
  readonly #factsFile: DurableFile<Facts>;
  readonly #locks = new Locks();

  private constructor(
    private readonly stateDir: string,
    private readonly log: Log,
    private readonly readOnly: boolean,
  ) {
    this.#assignmentFile = new DurableFile(join(stateDir, 'assignment.json'), assignmentSchema);
    this.#factsFile = new DurableFile(join(stateDir, 'facts.json'), factsSchema);
  }

  /**
   * `readOnly`: for commands that read beside a running agent; a damaged file stays where it is. Without `owner` nothing is compared or bound.
   * @throws OtherMachineError
   */
  static async open(
    stateDir: string,
    log: Log,
    { readOnly = false, owner, newMachine = false }: { readOnly?: boolean; owner?: Owner; newMachine?: boolean } = {},
  ): Promise<Ledger> {
    const ledger = new Ledger(stateDir, log, readOnly);
    ledger.#assignment = await ledger.#readOr(ledger.#assignmentFile, undefined, (failure) =>
      reason('assignment-damaged', { folder: stateDir, failure }),
    );
    const lost = { ...NO_FACTS, lost: true };
    const facts = await ledger.#readOr(ledger.#factsFile, lost, (failure) => reason('facts-damaged', { failure }));
    ledger.#facts = facts ?? NO_FACTS;
    if (owner) await ledger.#checkOwner(owner, newMachine);
    ledger.#checkLoss();
    const bound = boundTo(ledger.#facts, owner, ledger.#assignment?.historyId);
    // Stored at once: otherwise a second start would take a missing file for "nothing ever happened".
    if (!readOnly && (bound !== ledger.#facts || ledger.#facts.lost)) await ledger.#store('facts', () => ledger.#factsFile.write(bound));
    ledger.#facts = bound;
    return ledger;
  }

  get assignment(): Assignment | undefined {
    return this.#assignment;
  }
  get facts(): Facts {
    return this.#facts;
  }
  /** Problems of the ledger itself, for reports and status. */
  get problems(): AgentReason[] {
    const damaged = this.#problems.has('facts-damaged');
    const lost = this.#facts.lost && !damaged ? [reason('ledger-lost', {})] : [];
    return [...this.#problems.values(), ...lost];
  }
  /** True after damage: "no assignment" must not be read as "everything here is an orphan". */
  get assignmentLost(): boolean {
    return this.#problems.has('assignment-damaged');
  }
  /** What a database has to remember for this node to follow it. */
  get held(): Held {
    const { historyId, generation, hash } = this.#assignment ?? {
      historyId: this.#facts.binding?.historyId ?? null,
      generation: 0,
      hash: '',
    };
    return { historyId, generation, hash };
  }

  /** The connected server reports why its database may not be followed; null: it may. */
  hearDoubt(doubt: string | null): void {
    if (doubt === null) this.#problems.delete('history-unknown');
    else this.#inDoubt(doubt);
  }

  /** Stores the assignment, then accepts it. @returns why it was refused, or null. */
  async accept(assignment: Assignment, self: { nodeId: string; clusterId: string }): Promise<string | null> {
    return this.#inTurn(() => this.#accept(assignment, self));
  }

  /** Stores facts before anything may rely on them. @returns why they could not be stored (`ledger-unwritable`), or null. */
  async record(changes: FactChange[]): Promise<AgentReason | null> {
    return changes.length === 0 ? null : this.#inTurn(() => this.#record(changes));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#locks.hold('ledger', work);
  }

  async #accept(assignment: Assignment, self: { nodeId: string; clusterId: string }): Promise<string | null> {
    if (assignment.nodeId !== self.nodeId) return `this is node ${self.nodeId}, the assignment is for node ${assignment.nodeId}`;
    if (assignment.clusterId !== self.clusterId)
      return `this node belongs to cluster ${self.clusterId}, the assignment to ${assignment.clusterId}`;
    const held = this.held;
    const stored = this.#assignment;
    // It may also be a late one from a closed connection: the server itself detects an older database when it learns what is stored here.
    if (stored && assignment.generation < stored.generation && assignment.historyId === stored.historyId)
      return `generation ${assignment.generation} is older than the stored ${stored.generation}`;
    const doubt = doubtOf(held, assignment);
    if (doubt !== null) return this.#inDoubt(doubtWords(doubt, held, assignment));
    if (stored && isSameHeld(held, assignment) && assignment.acceptedLossId === stored.acceptedLossId) return null;
    const before = factsFor(assignment, this.#facts, stored === undefined && held.historyId === null);
    // Stored before the assignment: after a crash in between, only facts that forbid something may remain.
    const unkept = before === this.#facts ? null : await this.#store('facts', () => this.#factsFile.write(before));
    if (unkept) return unkept.message;
    this.#facts = before;
    const failure = await this.#store('assignment', () => this.#assignmentFile.write(assignment));
    if (failure) return failure.message;
    for (const problem of ['assignment-damaged', 'ledger-foreign', 'history-unknown']) this.#problems.delete(problem);
    this.#assignment = assignment;
    const listed = factsAfter(assignment, this.#facts);
    if (JSON.stringify(listed) !== JSON.stringify(this.#facts)) {
      const unsaved = await this.#store('facts', () => this.#factsFile.write(listed));
      if (!unsaved) this.#facts = listed;
    }
    if (!this.#facts.lost) this.#problems.delete('facts-damaged');
    return null;
  }

  /** @returns the message: the node does not follow this database. */
  #inDoubt(message: string): string {
    if (this.#problems.get('history-unknown')?.message !== message) this.log('error', message);
    this.#problems.set('history-unknown', reason('history-unknown', { doubt: message }));
    return message;
  }

  /** Sets files of another node or cluster aside: their ids are not valid here. Refuses those of another machine. */
  async #checkOwner(owner: Owner, newMachine: boolean): Promise<void> {
    const { binding } = this.#facts;
    const whose = [this.#assignment, binding].find((each) => each && (each.nodeId !== owner.nodeId || each.clusterId !== owner.clusterId));
    if (whose) {
      const keptAs = this.readOnly ? [] : [await this.#assignmentFile.setAside('foreign'), await this.#factsFile.setAside('foreign')];
      const { nodeId, clusterId } = owner;
      this.#note(
        reason('ledger-foreign', {
          ...{ folder: this.stateDir, ledgerNodeId: whose.nodeId, ledgerClusterId: whose.clusterId, nodeId, clusterId },
          keptAs: keptAs.filter((path) => path !== null),
        }),
      );
      this.#assignment = undefined;
      this.#facts = NO_FACTS;
      return;
    }
    const difference = binding && differsFrom(binding.machine, owner.machine);
    if (!difference || newMachine) return;
    throw new OtherMachineError(
      `the ledger under ${this.stateDir} was written by another machine (${difference}): this may be a copy of a node's disk, and nothing is done here. If it is a copy, remove /etc/weft/agent.json and ${this.stateDir} and enroll this machine as a node of its own. If it is the same node on new hardware or after a new installation, run "weft-agent new-machine" once`,
    );
  }

  /** One file is missing although both were written: its contents are unknown. */
  #checkLoss(): void {
    const { binding, lost } = this.#facts;
    if (!lost && binding === null && this.#assignment && this.#assignment.historyId !== null) this.#facts = { ...NO_FACTS, lost: true };
    if (this.#assignment || !binding || binding.historyId === null || this.assignmentLost) return;
    this.#note(reason('assignment-damaged', { folder: this.stateDir }));
  }

  #note(problem: AgentReason): void {
    this.log('error', problem.message);
    this.#problems.set(problem.code, problem);
  }

  async #record(changes: FactChange[]): Promise<AgentReason | null> {
    const next = changes.reduce(applyFact, this.#facts);
    if (JSON.stringify(next) === JSON.stringify(this.#facts)) return null;
    const failure = await this.#store('facts', () => this.#factsFile.write(next));
    if (!failure) this.#facts = next;
    return failure;
  }

  async #store(what: 'facts' | 'assignment', write: () => Promise<void>): Promise<AgentReason | null> {
    try {
      await write();
      this.#problems.delete(`${what}-unwritable`);
      return null;
    } catch (error) {
      const problem = reason('ledger-unwritable', { file: what, failure: errorText(error) });
      if (!this.#problems.has(`${what}-unwritable`)) this.log('error', problem.message, { error: errorText(error) });
      this.#problems.set(`${what}-unwritable`, problem);
      return problem;
    }
  }

  async #readOr<T>(file: DurableFile<T>, fallback: T | undefined, problem: (failure: string) => AgentReason): Promise<T | undefined> {
    try {
      return await file.read({ setAside: !this.readOnly });
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error;
      this.#note(problem(`${error.message} (${errorText(error.cause).slice(0, 500)})`));
      return fallback;
    }
  }
}

/** The facts with the owner's binding, and with an id of the loss if there is one. */
function boundTo(facts: Facts, owner: Owner | undefined, historyId: string | null | undefined): Facts {
  const lossId = facts.lost ? (facts.lossId ?? randomUUID()) : null;
  const { nodeId, clusterId, machine } = owner ?? {};
  const binding =
    nodeId && clusterId && machine
      ? { nodeId, clusterId, machine, historyId: historyId ?? facts.binding?.historyId ?? null }
      : facts.binding;
  const next = { ...facts, lossId, binding };
  return JSON.stringify(next) === JSON.stringify(facts) ? facts : next;
}

/** Stored before the assignment is followed: a node with nothing stored that once acknowledged an assignment has lost its facts too. */
const factsFor = ({ acknowledged }: Assignment, facts: Facts, isEmpty: boolean): Facts =>
  isEmpty && acknowledged && !facts.lost ? { ...facts, lost: true, lossId: randomUUID() } : facts;

function factsAfter({ content, historyId, acceptedLossId }: Assignment, facts: Facts): Facts {
  const listed = forgetUnlisted(facts, content);
  const binding = listed.binding && { ...listed.binding, historyId };
  if (!listed.lost || listed.lossId === null || acceptedLossId !== listed.lossId) return { ...listed, binding };
  const openOrders = content.drives.flatMap(({ wipe }) => wipe?.orderId ?? []);
  return { ...acceptLoss(listed, openOrders), binding };
}

function doubtWords(doubt: DoubtReason, held: Held, { historyId, generation }: Assignment): string {
  const why: Record<DoubtReason, string> = {
    'other-history': `this node follows history ${held.historyId}, and the server's database is of history ${historyId}`,
    'database-older': `this node follows generation ${held.generation}, and the server's database has only ${generation}`,
    'other-content':
      generation === held.generation
        ? `generation ${generation} is stored here with other content than the server's database has`
        : `the server's database does not know generation ${held.generation} as it is stored here`,
  };
  return `${why[doubt]}: it was restored from a backup, or is another one. What runs goes on; nothing new is followed until an administrator accepts the database's history for this node (docs/operating.md)`;
}
