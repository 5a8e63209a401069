import { aggregate, Query } from 'mingo';
import type { Document } from 'mongodb';
import type { AsOf } from './as-of.js';
import { narrowed, valueAt } from './narrowed.js';

interface FindOptions {
  projection?: Document;
  sort?: Document;
  limit?: number;
}
type Read = () => Promise<Document[]>;

/** What the code of this server uses of MongoDB's cursors. */
class MemoryCursor {
  constructor(
    private readonly read: (options: FindOptions) => Promise<Document[]>,
    private readonly options: FindOptions = {},
  ) {}

  sort(sort: Document): MemoryCursor {
    return new MemoryCursor(this.read, { ...this.options, sort });
  }

  limit(limit: number): MemoryCursor {
    return new MemoryCursor(this.read, { ...this.options, limit });
  }

  toArray(): Promise<Document[]> {
    return this.read(this.options);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Document> {
    yield* await this.toArray();
  }
}

/** Whether a projection only names fields: it saves what the network carries, and nothing in memory, where it takes longer than the rest of a read. */
const isPlain = (projection: Document): boolean => Object.values(projection).every((each) => each === 1 || each === true);

/** The reads of a MongoDB collection, over documents in memory, with MongoDB's query language. */
export class MemoryCollection {
  constructor(
    readonly collectionName: string,
    private readonly asOf: AsOf,
  ) {}

  find(filter: Document = {}, options: FindOptions = {}): MemoryCursor {
    return new MemoryCursor((given) => this.found(filter, given), options);
  }

  async findOne(filter: Document = {}, options: FindOptions = {}): Promise<Document | null> {
    return (await this.found(filter, { ...options, limit: 1 }))[0] ?? null;
  }

  aggregate(pipeline: Document[]): MemoryCursor {
    const read: Read = async () => {
      const [first, ...rest] = pipeline;
      const match: unknown = first?.['$match'];
      const documents = await this.matching(match ? (match as Document) : {});
      const stages = this.atMoment(match ? rest : pipeline) as Document[];
      return stages.length === 0 ? documents : (aggregate(documents, stages) as Document[]);
    };
    return new MemoryCursor(read);
  }

  async countDocuments(filter: Document = {}): Promise<number> {
    return (await this.matching(filter)).length;
  }

  /** Of fields outside of arrays. */
  async distinct(path: string, filter: Document = {}): Promise<unknown[]> {
    const values = (await this.matching(filter)).map((document) => valueAt(document, path));
    return [...new Set(values.filter((value) => value !== undefined))];
  }

  private async found(filter: Document, { projection, sort, limit }: FindOptions): Promise<Document[]> {
    const documents = await this.matching(filter);
    const shape = projection && !isPlain(projection) ? (this.atMoment(projection) as Document) : undefined;
    if (!shape && !sort) return limit === undefined ? documents : documents.slice(0, limit);
    const cursor = new Query({}, {}).find<Document>(documents, shape);
    if (sort) cursor.sort(sort);
    if (limit !== undefined) cursor.limit(limit);
    return cursor.all();
  }

  private async matching(filter: Document): Promise<Document[]> {
    const { documents, rest } = narrowed(await this.asOf.documents(this.collectionName), filter);
    if (Object.keys(rest).length === 0) return [...documents];
    const query = new Query(rest, {});
    return documents.filter((document) => query.test(document));
  }

  /** `$$NOW` is the database's time: that of the moment. */
  private atMoment(expression: unknown): unknown {
    if (expression === '$$NOW') return { $literal: this.asOf.at };
    if (Array.isArray(expression)) return expression.map((each) => this.atMoment(each));
    if (typeof expression !== 'object' || expression === null || Object.getPrototypeOf(expression) !== Object.prototype) return expression;
    return Object.fromEntries(Object.entries(expression).map(([key, each]) => [key, this.atMoment(each)]));
  }
}
