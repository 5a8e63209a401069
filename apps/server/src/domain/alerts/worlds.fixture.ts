import type { Stored } from '../../core/mongo/stored.js';
import type { AlertDocument, SilenceDocument } from '../documents/alert.document.js';
import { type AlertOutput, advance } from './advance.js';
import type { AlertAttachment, AlertNode, AlertVolume, AlertWorld } from './alert-world.js';
import { groupsOf } from './groups.js';
import { RuleMemories, type RuleMemory } from './memory.js';
import { readingsOf } from './readings.js';
import { Thresholds } from './thresholds.js';

export const T0 = new Date('2026-11-28T12:00:00.000Z');
export const after = (seconds: number): Date => new Date(T0.getTime() + seconds * 1000);

let made = 0;
const newStored = (now: Date): Stored => ({ _id: `id-${made++}`, version: 1, revision: 1, createdAt: now, updatedAt: now });

export const world = (more: Partial<AlertWorld> = {}): AlertWorld => ({
  ...{
    now: T0,
    nodes: [],
    volumes: [],
    drives: [],
    attachments: [],
    mirrors: [],
    latencies: [],
    scrubs: [],
    snapshots: [],
    checksums: [],
    foreignHosts: [],
    classes: [],
    servers: [],
    membersDown: [],
    apiTokens: [],
  },
  ...{ backupsLate: false, longMemory: null, orphanCount: 0, nicErrors: new Map(), rdmaRetransmits: new Map(), nicLinks: [] },
  ...more,
});

export const node = (name: string, more: Partial<AlertNode> = {}): AlertNode => ({
  ...{ id: name, name, labels: { zone: 'z1' }, connection: 'online', connectionLosses: 0, inMaintenance: false, conditions: [] },
  ...more,
});

/** A volume with a leg that is not healthy on `nodeName`. */
export const volume = (name: string, health: AlertVolume['health'], nodeName: string): AlertVolume => ({
  ...{ id: name, name, health, labels: {}, driveClass: 'fast', clients: [] },
  unhealthyLegs: [{ node: { id: nodeName, name: nodeName }, drive: { id: `d-${nodeName}`, name: `S-${nodeName}` } }],
});

/** Of the volume db, at the client c1. */
export const attachment = (more: Partial<AlertAttachment> = {}): AlertAttachment => ({
  ...{ id: 'a', name: 'db on c1', client: { id: 'c1', name: 'c1' }, lostPaths: [], resync: null },
  ...{ volume: { id: 'db', name: 'db' }, volumeLabels: {}, driveClasses: ['fast'] },
  ...more,
});

export const silence = (more: Partial<SilenceDocument> = {}): SilenceDocument => ({
  ...{ ...newStored(T0), matchers: [], startsAt: T0, endsAt: after(3600), comment: 'planned', createdBy: 'vera' },
  ...more,
});

/** Alerts of a cluster over time: each look is one evaluation. */
export class Evaluation {
  alerts: AlertDocument[] = [];
  private memory = new Map<string, RuleMemory>();
  private readonly thresholds = new Thresholds([]);

  look(of: AlertWorld, silences: SilenceDocument[] = []): AlertOutput['notices'] {
    const memories = new RuleMemories(this.memory, of.now);
    const { readings, unknown } = readingsOf(of, this.thresholds, memories);
    for (const memory of memories.changed()) this.memory.set(memory._id, memory);
    const open = this.alerts.filter((alert) => alert.open);
    const maintenance = new Map(of.nodes.flatMap(({ id, name, inMaintenance }) => (inMaintenance ? [[id, name] as const] : [])));
    const result = advance({ open, groups: groupsOf(readings), unknown, silences, maintenance, now: of.now }, newStored);
    const changed = new Map(result.changed.map((alert) => [alert._id, alert]));
    const kept = this.alerts.filter(({ _id }) => !result.removed.includes(_id) && !changed.has(_id));
    this.alerts = [...kept, ...changed.values()];
    return result.notices;
  }

  of(rule: string): AlertDocument[] {
    return this.alerts.filter((alert) => alert.rule === rule);
  }
}
