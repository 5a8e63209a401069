import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import type { PreflightAnswer } from '@weft/shared/messages/host-facts';
import type { ClientSession } from 'mongodb';
import type { Lease } from '../core/leases/leases.js';
import { Mongo } from '../core/mongo/mongo.js';
import { DUPLICATE_KEY, deleteVersioned, newStored } from '../core/mongo/objects.js';
import { findPage } from '../core/mongo/page.js';
import type { RunResult } from '../domain/preflight/findings.js';
import type { ProbePlan } from '../domain/preflight/probes.js';
import type {
  PreflightAcceptanceDocument,
  PreflightAnswerDocument,
  PreflightFindingDocument,
  PreflightRunDocument,
} from './preflight.document.js';

/** Runs that are kept. */
const RUNS_KEPT = 60;

@Injectable()
export class PreflightRepository {
  constructor(private readonly mongo: Mongo) {}

  private get runs() {
    return this.mongo.collection<PreflightRunDocument>('preflightRuns');
  }
  private get answers() {
    return this.mongo.collection<PreflightAnswerDocument>('preflightAnswers');
  }
  private get found() {
    return this.mongo.collection<PreflightFindingDocument>('preflightFindings');
  }
  private get accepted() {
    return this.mongo.collection<PreflightAcceptanceDocument>('preflightAcceptances');
  }

  page(query: Query<typeof endpoints.listPreflightRuns>) {
    const filter = query.state ? { state: query.state } : {};
    return findPage(this.runs, { filter, query, sortFields: { createdAt: 'createdAt' } });
  }

  run(id: string): Promise<PreflightRunDocument | null> {
    return this.runs.findOne({ _id: id });
  }

  collecting(): Promise<PreflightRunDocument | null> {
    return this.runs.findOne({ state: 'collecting' });
  }

  newest(): Promise<PreflightRunDocument | null> {
    return this.runs.findOne({}, { sort: { createdAt: -1, _id: -1 } });
  }

  runCount(): Promise<number> {
    return this.runs.countDocuments();
  }

  /** Stores a run and its orders. @returns null if another run collects. */
  async start(
    run: PreflightRunDocument,
    { byNode }: Pick<ProbePlan, 'byNode'>,
    nodeIds: readonly string[],
  ): Promise<PreflightRunDocument | null> {
    const orders = nodeIds.map((_id) => ({ ...newStored(), _id, runId: run._id, probes: byNode.get(_id) ?? [], answer: null }));
    try {
      await this.mongo.transaction(async (session) => {
        await this.runs.insertOne(run, { session });
        await this.answers.deleteMany({}, { session });
        if (orders.length > 0) await this.answers.insertMany(orders, { session });
      });
      return run;
    } catch (error) {
      if ((error as { code?: unknown }).code === DUPLICATE_KEY) return null;
      throw error;
    }
  }

  /** Orders of these nodes that are not answered. */
  open(nodeIds: readonly string[]): Promise<PreflightAnswerDocument[]> {
    return this.answers.find({ _id: { $in: [...nodeIds] }, answer: null }).toArray();
  }

  openCount(runId: string): Promise<number> {
    return this.answers.countDocuments({ runId, answer: null });
  }

  /** Of a run that has ended meanwhile, or answered already: changes nothing. */
  async answer(nodeId: string, { runId, facts, probes }: PreflightAnswer): Promise<void> {
    const set = { answer: { facts, outcomes: probes }, updatedAt: new Date() };
    await this.answers.updateOne({ _id: nodeId, runId, answer: null }, { $set: set, $inc: { revision: 1 } });
  }

  answersOf(runId: string): Promise<PreflightAnswerDocument[]> {
    return this.answers.find({ runId }).toArray();
  }

  findings(): Promise<PreflightFindingDocument[]> {
    return this.found.find({}).toArray();
  }

  finding(id: string): Promise<PreflightFindingDocument | null> {
    return this.found.findOne({ _id: id });
  }

  /** Stores the result of a run in place of the one before, and removes the oldest runs. */
  async finish(
    lease: Pick<Lease, 'transaction'>,
    { _id: runId }: PreflightRunDocument,
    answered: number,
    result: RunResult,
  ): Promise<void> {
    const { findings, ...rest } = result;
    await lease.transaction(async (session) => {
      const now = new Date();
      const set = { ...rest, answered, state: 'done' as const, finishedAt: now, updatedAt: now };
      const { matchedCount } = await this.runs.updateOne(
        { _id: runId, state: 'collecting' },
        { $set: set, $inc: { version: 1, revision: 1 } },
        { session },
      );
      if (matchedCount === 0) return;
      await this.found.deleteMany({}, { session });
      if (findings.length > 0)
        await this.found.insertMany(
          findings.map((each) => ({ ...each, runId })),
          { session },
        );
      await this.removeOldest(session);
    });
  }

  private async removeOldest(session: ClientSession): Promise<void> {
    const old = await this.runs.find({}, { session, projection: { _id: 1 }, sort: { createdAt: -1, _id: -1 }, skip: RUNS_KEPT }).toArray();
    if (old.length > 0) await this.runs.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } }, { session });
  }

  acceptances(): Promise<PreflightAcceptanceDocument[]> {
    return this.accepted.find({}).toArray();
  }

  acceptance(id: string): Promise<PreflightAcceptanceDocument | null> {
    return this.accepted.findOne({ _id: id });
  }

  /** @returns null if the finding is accepted already. */
  async accept(id: string, reason: string, author: string): Promise<PreflightAcceptanceDocument | null> {
    const acceptance = { ...newStored(), _id: id, reason, author };
    try {
      await this.accepted.insertOne(acceptance);
      return acceptance;
    } catch (error) {
      if ((error as { code?: unknown }).code === DUPLICATE_KEY) return null;
      throw error;
    }
  }

  /** @throws DomainError like `deleteVersioned`. */
  endAcceptance(id: string, ifMatch: number | undefined): Promise<void> {
    return deleteVersioned(this.accepted, { id, ifMatch });
  }
}
