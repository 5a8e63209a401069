import type { Client } from '../client/client.js';
import { ProblemFailure } from '../client/problem.js';
import { Failure } from '../core/failure.js';
import type { Table } from '../table/command.js';
import { didYouMean } from '../text/nearest.js';

/** An object of the API, as far as names need it. */
export interface Found {
  id: string;
  version?: number;
  name?: string;
  [field: string]: unknown;
}

interface Page {
  items: Found[];
  nextCursor: string | null;
  total: number;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const isId = (text: string): boolean => ID.test(text);
const PAGE = 200;
/** More objects are not searched for near names. */
const SEARCHED = 1000;

/** The name that people know an object by. */
export function nameOf(noun: string, object: Found): string {
  if (noun === 'drive') return String(object.serial);
  if (noun === 'attachment') return `${(object.volume as Found | undefined)?.name}@${(object.node as Found | undefined)?.name}`;
  return String(object.name ?? object.title ?? object.id);
}

/** A few names are quicker read than another command is typed. */
const MOST_NAMED = 8;

const existing = (names: readonly string[]): string | undefined =>
  names.length === 0 || names.length > MOST_NAMED ? undefined : `Existing: ${[...names].sort().join(', ')}.`;

/** Several objects have the name. */
export class AmbiguousFailure extends Failure {}

/** Finds objects by name or id. Names are matched exactly: nothing is ever guessed. */
export class Resolver {
  constructor(
    private readonly client: Client,
    private readonly table: Table,
  ) {}

  /** Reads all pages of a list, at most `most` objects. */
  async all(path: string, query: Record<string, unknown> = {}, most = Number.POSITIVE_INFINITY): Promise<Page> {
    const items: Found[] = [];
    let cursor: string | null = null;
    do {
      const page = (await this.client.request('GET', path, { query: { limit: PAGE, ...query, ...(cursor ? { cursor } : {}) } })) as Page;
      items.push(...page.items);
      cursor = page.nextCursor;
      if (cursor === null) return { ...page, items, nextCursor: null };
    } while (items.length < most);
    return { items, nextCursor: cursor, total: items.length };
  }

  /** The object with this name or id. @throws Failure when there is none, or more than one */
  async find(noun: string, text: string): Promise<Found> {
    if (noun === 'settings') return (await this.client.request('GET', '/api/v1/settings')) as Found;
    const found = isId(text) ? await this.byId(noun, text) : await this.byName(noun, text);
    const [first, second] = found;
    if (first && !second) return first;
    if (!first) throw await this.missing(noun, text);
    const choices = found.slice(0, 5).map((each) => `${nameOf(noun, each)} (${each.id})`);
    throw new AmbiguousFailure(
      'missing',
      `${found.length} objects of the kind ${noun} match "${text}": ${choices.join(', ')}.`,
      'Give the id.',
    );
  }

  private path(noun: string): string {
    const path = this.table.nouns[noun]?.path;
    if (!path) throw new Failure('usage', `Objects of the kind "${noun}" cannot be found by name.`, 'Give the id.');
    return path;
  }

  private async byId(noun: string, id: string): Promise<Found[]> {
    if (!this.table.nouns[noun]?.hasOne) return (await this.all(this.path(noun))).items.filter((each) => each.id === id);
    try {
      return [(await this.client.request('GET', `${this.path(noun)}/:id`, { params: { id } })) as Found];
    } catch (error) {
      if (error instanceof ProblemFailure && error.status === 404) return [];
      throw error;
    }
  }

  private async byName(noun: string, text: string): Promise<Found[]> {
    if (noun === 'attachment') return this.attachments(text);
    const filter = noun === 'drive' ? 'serial' : 'name';
    const query = this.table.nouns[noun]?.filters.includes(filter) ? { [filter]: text } : {};
    const { items } = await this.all(this.path(noun), query);
    return items.filter((each) => nameOf(noun, each) === text);
  }

  /** `VOLUME`, or `VOLUME@NODE`. */
  private async attachments(text: string): Promise<Found[]> {
    const [volumeText = '', nodeText] = text.split('@');
    const volume = await this.find('volume', volumeText);
    const node = nodeText === undefined ? undefined : await this.find('node', nodeText);
    return (await this.all(this.path('attachment'), { volumeId: volume.id, nodeId: node?.id })).items;
  }

  private async missing(noun: string, text: string): Promise<Failure> {
    if (noun === 'attachment') return new Failure('missing', `Nothing is attached as "${text}".`, 'weft attachment list shows all.');
    const names = (await this.names(noun).catch(() => [])).filter((name) => !isId(name));
    return new Failure(
      'missing',
      `There is no ${noun.replaceAll('-', ' ')} "${text}".`,
      didYouMean(text, names) ?? existing(names) ?? `weft ${noun} list shows all that you may see.`,
    );
  }

  /** Names of objects, for completion and proposals. */
  async names(noun: string): Promise<string[]> {
    const { items } = await this.all(this.path(noun), {}, SEARCHED);
    return items.map((each) => nameOf(noun, each));
  }
}
