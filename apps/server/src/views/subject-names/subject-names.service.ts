import { Injectable } from '@nestjs/common';
import type { AuditEntry } from '@weft/shared/kinds/audit';
import type { CollectionName } from '../../core/mongo/collections.js';
import { Mongo } from '../../core/mongo/mongo.js';

type Kind = NonNullable<AuditEntry['subject']>['kind'];

interface Named {
  _id: string;
  /** Of an ignored orphan. */
  orphanId?: string;
  name?: string;
  /** Of a benchmark or a deployment. */
  title?: string;
  profile?: string;
  /** Of a drill. */
  kind?: string;
  serial?: string;
  volumeName?: string;
  nodeName?: string;
  description?: string;
  /** Of a note. */
  subject?: { kind: Kind; id: string };
}
const FIELDS = { name: 1, serial: 1, volumeName: 1, nodeName: 1, description: 1, subject: 1, title: 1, profile: 1, kind: 1 };

/** Collections by kind. Missing kinds have no name of their own. */
const COLLECTIONS: Partial<Record<Kind, CollectionName>> = {
  'api-token': 'apiTokens',
  attachment: 'attachments',
  benchmark: 'benchmarks',
  channel: 'channels',
  deployment: 'deployments',
  drill: 'drills',
  drive: 'drives',
  'drive-class': 'driveClasses',
  'enrollment-token': 'enrollmentTokens',
  node: 'nodes',
  note: 'notes',
  orphan: 'orphanIgnores',
  role: 'roles',
  user: 'users',
  volume: 'volumes',
  'volume-group': 'volumeGroups',
};

/** Names of stored objects, as the console shows them. */
@Injectable()
export class SubjectNames {
  constructor(private readonly mongo: Mongo) {}

  async find(kind: Kind, id: string): Promise<string | undefined> {
    const collection = COLLECTIONS[kind];
    const of = kind === 'orphan' ? { orphanId: id } : { _id: id };
    const found = collection && (await this.mongo.reading<Named>(collection).findOne(of, { projection: FIELDS }));
    if (found?.subject) return `note on ${(await this.find(found.subject.kind, found.subject.id)) ?? found.subject.id}`;
    return found ? nameOf(kind, found) : undefined;
  }
}

function nameOf(kind: Kind, { name, serial, volumeName, nodeName, description, title, profile, kind: what }: Named): string | undefined {
  if (kind === 'attachment') return `${volumeName} on ${nodeName}`;
  if (kind === 'benchmark') return title || profile;
  if (kind === 'deployment') return title || undefined;
  if (kind === 'drill') return what;
  if (kind === 'drive') return serial;
  if (kind === 'enrollment-token') return description || undefined;
  return name;
}
