import { DomainError } from '@weft/shared/errors/domain-error';
import type { Message } from '@weft/shared/text/message';
import { nodeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import { describe, expect, it } from 'vitest';
import type { MaintenanceDocument } from '../documents/maintenance.document.js';
import { expired, type MaintenanceWorld } from '../maintenance/maintenance-world.js';
import { attachment, NOW, volume } from '../world/worlds.fixture.js';
import { maintenanceEnded, maintenancePlan, maintenanceStarted } from './maintain-node.js';

const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);
const maintenance = (change: Partial<MaintenanceDocument> = {}): MaintenanceDocument => ({
  ...{ since: at(-1), until: at(3), requestedBy: 'olga', forced: false, endedAt: null, endedBy: null },
  ...change,
});
const world = (before?: MaintenanceDocument, away: [string, Message][] = []): MaintenanceWorld => ({
  node: { _id: 't1', name: 't1', version: 4, spec: { ...(before ? { maintenance: before } : {}) } },
  around: { node: { id: 't1', name: 't1' }, volumes: [volume()], attachments: [attachment()], openIds: new Set(), away: new Map(away) },
  now: NOW,
});
const needed = world(undefined, [['t2', messageOf('node-silent', { node: nodeRef('t2', 't2') })]]);
const request = { untilHours: 4, force: false };
const forced = { ...request, force: true, nodeName: 't1' };
const vera = { by: 'vera', mayForce: true };

function refusal(work: () => unknown): DomainError {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error;
  }
  return expect.fail('not refused');
}

describe('maintenanceStarted', () => {
  it('grants a maintenance that no volume prevents, and states its period', () => {
    const { maintenance: after, statements } = maintenanceStarted(world(), request, vera);
    expect(after).toEqual({ since: NOW, until: at(4), requestedBy: 'vera', forced: false, endedAt: null, endedBy: null });
    expect(statements).toEqual([
      {
        statement: 'maintenance',
        code: 'maintenance-started',
        params: { node: nodeRef('t1', 't1'), since: NOW.toISOString(), until: at(4).toISOString() },
        about: { id: 't1', name: 't1' },
        text: 't1 is in maintenance from 2026-01-01T00:00:00.000Z until 2026-01-01T04:00:00.000Z.',
      },
    ]);
  });

  it.each<[string, MaintenanceDocument, Date]>([
    ['keeps the start of a maintenance in force', maintenance(), at(-1)],
    ['starts again after a maintenance that was ended', maintenance({ endedAt: at(-0.5), endedBy: 'olga' }), NOW],
    ['starts again after a maintenance that expired', maintenance({ until: NOW }), NOW],
  ])('%s', (_, before, since) => {
    expect(maintenanceStarted(world(before), request, vera).maintenance).toMatchObject({
      since,
      until: at(4),
      endedAt: null,
      endedBy: null,
    });
  });

  it('refuses while volumes need the node, and lists them (S5)', () => {
    const { code, blockers } = refusal(() => maintenanceStarted(needed, request, vera));
    expect([code, blockers]).toMatchObject(['maintenance-unsafe', [{ volume: { name: 'db' }, effect: 'stalled' }]]);
  });

  it('starts by force, and states each blocker', () => {
    const { maintenance: after, statements } = maintenanceStarted(needed, forced, vera);
    expect(after.forced).toBe(true);
    expect(statements.map(({ statement, about }) => [statement, about.name])).toEqual([
      ['maintenance', 't1'],
      ['force', 'db'],
    ]);
    expect(statements[1]).toMatchObject({
      code: 'forced-although',
      params: { effect: { code: 'volume-stalls', params: { volume: { name: 'db' } } } },
      text: expect.stringMatching(/^Forced, although db stalls until .* \(t2 is offline\)\.$/),
    });
  });

  it('is not forced when nothing prevents it', () => {
    expect(maintenanceStarted(world(), forced, vera).maintenance.forced).toBe(false);
  });

  it.each([
    ['without the name of the node', { ...request, force: true }, vera, 'invalid-field'],
    ['with another name', { ...forced, nodeName: 't2' }, { ...vera, mayForce: false }, 'invalid-field'],
    ['by a person who may not', forced, { ...vera, mayForce: false }, 'forbidden'],
  ] as const)('refuses force %s, before it looks at volumes', (_, asked, who, code) => {
    for (const each of [world(), needed]) expect(refusal(() => maintenanceStarted(each, asked, who)).code).toBe(code);
  });

  it('refuses another name without force too', () => {
    expect(refusal(() => maintenanceStarted(world(), { ...request, nodeName: 't2' }, vera))).toMatchObject({
      ...{ field: 'nodeName', reason: { params: { node: nodeRef('t1', 't1'), sentName: 't2' } } },
    });
  });
});

describe('maintenancePlan', () => {
  it('gives the answer of the request', () => {
    const { message, blockers } = refusal(() => maintenanceStarted(needed, request, vera));
    expect(maintenancePlan(needed, request, false)).toMatchObject({ allowed: false, message, blockers });
    expect(maintenancePlan(needed, forced, true)).toMatchObject({
      allowed: true,
      message: expect.stringMatching(/^It is forced: db/),
      blockers,
    });
    expect(maintenancePlan(world(), request, false)).toMatchObject({ allowed: true, blockers: [], degraded: [{ volume: { name: 'db' } }] });
    expect(maintenancePlan(needed, request, false)).toMatchObject({
      code: 'node-needed',
      params: { effects: [{ code: 'volume-stalls' }] },
    });
    expect(maintenancePlan(world(), request, false)).toMatchObject({
      code: 'maintenance-degrades',
      message: 'db continues without leg 0 on t1.',
    });
    const { around } = world();
    expect(maintenancePlan({ ...world(), around: { ...around, volumes: [] } }, request, false)).toMatchObject({
      code: 'maintenance-harmless',
      message: 'no volume needs it.',
    });
  });

  it('names the volumes that lose a mirror half meanwhile, or reports that none needs the node', () => {
    const { message, degraded } = maintenancePlan(world(), request, false);
    expect(message).toBe(`${degraded[0]?.message}.`);
    const idle = { ...world(), around: { ...world().around, volumes: [], attachments: [] } };
    expect(maintenancePlan(idle, request, false)).toEqual({
      ...{ allowed: true, code: 'maintenance-harmless', params: {} },
      message: 'no volume needs it.',
      blockers: [],
      degraded: [],
    });
  });

  it('refuses another name without force, as the request does', () => {
    const asked = { ...request, nodeName: 't2' };
    expect(refusal(() => maintenancePlan(world(), asked, false)).field).toBe('nodeName');
    expect(refusal(() => maintenanceStarted(world(), asked, vera)).field).toBe('nodeName');
  });

  it('refuses force as the request does', () => {
    expect(refusal(() => maintenancePlan(needed, forced, false)).code).toBe('forbidden');
    expect(refusal(() => maintenancePlan(needed, { ...forced, nodeName: 't2' }, true)).code).toBe('invalid-field');
  });
});

describe('maintenanceEnded', () => {
  it('ends a maintenance in force', () => {
    const { maintenance: after, statements } = maintenanceEnded(world(maintenance()).node, 'vera', NOW);
    expect(after).toEqual(maintenance({ endedAt: NOW, endedBy: 'vera' }));
    expect(statements).toMatchObject([
      { statement: 'maintenance-ends', about: { id: 't1', name: 't1' }, text: 'The maintenance of t1 has ended.' },
    ]);
  });

  it.each<[string, MaintenanceDocument | undefined]>([
    ['without a maintenance', undefined],
    ['whose maintenance was ended', maintenance({ endedAt: at(-0.5), endedBy: 'olga' })],
    ['whose maintenance expired', maintenance({ until: NOW })],
  ])('refuses a node %s', (_, before) => {
    expect(refusal(() => maintenanceEnded(world(before).node, 'vera', NOW))).toMatchObject({
      ...{ code: 'wrong-state', reason: { params: { node: nodeRef('t1', 't1') } } },
    });
  });
});

describe('expired', () => {
  const open = (id: string, hours: number) => ({ id, name: id, until: at(hours) });

  it('ends each maintenance at its deadline, and names the next one', () => {
    const [over, now, soon, later] = [open('a', -1), open('b', 0), open('c', 1), open('d', 2)] as const;
    expect(expired([later, over, soon, now], NOW)).toEqual({ over: [over, now], next: at(1) });
    expect(expired([over], NOW)).toEqual({ over: [over], next: null });
    expect(expired([], NOW)).toEqual({ over: [], next: null });
  });
});
