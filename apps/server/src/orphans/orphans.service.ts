import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { NodeOrphans } from '@weft/shared/kinds/node';
import type { ListedOrphan, OrphanIgnore } from '@weft/shared/kinds/views/orphan';
import { nodeRef } from '@weft/shared/text/references';
import { readTime } from '../core/as-of/as-of.js';
import { type Caller, callerName } from '../core/http/caller.js';
import { SharedReads } from '../core/load/shared-reads.js';
import type { Mongo } from '../core/mongo/mongo.js';
import type { Page } from '../core/mongo/page.js';
import { readingEverything } from '../core/scope/scope.js';
import { type OrphanIgnoreDocument, OrphanIgnoresRepository } from './orphan-ignores.repository.js';
import { orphanPage } from './orphan-page.js';
import { orphansByNode, orphansOf, orphansOfHosts } from './orphans.js';
import { OrphansRepository } from './orphans.repository.js';

/** Objects of hosts and of the database that lack their counterpart. Lists them, and keeps which of them a person ignored; changes nothing on hosts. */
@Injectable()
export class OrphansService {
  private readonly reads = new SharedReads<ListedOrphan[]>();

  constructor(
    private readonly orphans: OrphansRepository,
    private readonly ignores: OrphanIgnoresRepository,
  ) {}

  /** For commands: the list of this database, without a server. */
  static reading(mongo: Mongo): OrphansService {
    return new OrphansService(new OrphansRepository(mongo), new OrphanIgnoresRepository(mongo));
  }

  async list(query: Query<typeof endpoints.listOrphans>): Promise<Page<ListedOrphan>> {
    return orphanPage(await this.all(), query);
  }

  /** With the ignored ones. Requests that arrive together share a read. */
  all(): Promise<ListedOrphan[]> {
    // Views count them; the list itself is refused to callers who see only some volumes.
    return readingEverything(() =>
      this.reads.get('all', async () => {
        const [world, ignores] = await Promise.all([this.orphans.world(readTime()), this.ignores.all()]);
        return marked(orphansOf(world), ignores);
      }),
    );
  }

  countsByNode(orphans: readonly ListedOrphan[]): ReadonlyMap<string, NodeOrphans> {
    return orphansByNode(orphans);
  }

  /**
   * Orphans on each host that has any, by node id: the same ones as in `all`, with fewer reads.
   * @param nodeIds only of these nodes
   */
  async byNode(nodeIds?: readonly string[]): Promise<ReadonlyMap<string, NodeOrphans>> {
    const orphans = orphansOfHosts(await this.orphans.hosts(readTime(), nodeIds));
    return orphansByNode(orphans.length === 0 ? [] : marked(orphans, await this.ignores.all(nodeIds)));
  }

  /** @throws DomainError `orphan-not-found`, `orphan-not-identified`, `orphan-already-ignored` */
  async ignore(id: string, reason: string, caller: Caller): Promise<ListedOrphan> {
    const orphan = orphansOf(await this.orphans.world(new Date())).find((each) => each.id === id);
    if (!orphan) throw new DomainError('orphan-not-found', { id });
    const { node, name, identified } = orphan;
    if (!identified) throw new DomainError('orphan-not-identified', { node: nodeRef(node.id, node.name), name });
    const ignore = await this.ignores.insert(orphan, reason, callerName(caller));
    if (ignore) return { ...orphan, ignored: toIgnore(ignore) };
    const before = await this.ignores.find(id);
    throw new DomainError('orphan-already-ignored', { name, user: before?.author ?? '?' });
  }

  /** Also of an orphan that is not listed now. @throws DomainError `orphan-not-ignored`, `version-changed` */
  async endIgnore(id: string, ifMatch: number | undefined): Promise<void> {
    const ignore = await this.ignores.find(id);
    if (!ignore) throw new DomainError('orphan-not-ignored', { id });
    await this.ignores.remove(ignore, ifMatch);
  }
}

const toIgnore = ({ version, reason, author, createdAt }: OrphanIgnoreDocument): OrphanIgnore => ({
  ...{ version, reason },
  ...{ by: author, at: createdAt.toISOString() },
});

function marked(orphans: readonly ListedOrphan[], ignores: readonly OrphanIgnoreDocument[]): ListedOrphan[] {
  const of = new Map(ignores.map((ignore) => [ignore.orphanId, toIgnore(ignore)]));
  // An agent that stopped to report identities has the id of an object that may be another one.
  return orphans.map((orphan) => ({ ...orphan, ignored: orphan.identified ? (of.get(orphan.id) ?? null) : null }));
}
