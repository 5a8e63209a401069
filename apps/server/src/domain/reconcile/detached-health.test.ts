import { describe, expect, test } from 'vitest';
import type { VolumeDocument } from '../documents/volume.document.js';
import { leg, NOW, node, volume, word, world } from '../world/worlds.fixture.js';
import { advance } from './advance.js';

/** The volume is detached; t2 is offline, or reports its drive gone. */
const said = (of: VolumeDocument, { silent = false, backed = true } = {}) => {
  const away = silent ? { connection: { state: 'lost' as const, since: NOW, serverId: null } } : {};
  const { health, conditions } = advance(
    world({
      volume: of,
      attachments: [],
      nodes: [node('t1'), node('t2', away)],
      words: [word('t1', 'leg', 'leg-0'), word('t2', 'leg', 'leg-1', { backed })],
    }),
  ).volume;
  return { health, ...conditions.find(({ type }) => type === 'Healthy') };
};
const stale = volume({ legs: [leg(0, 't1'), leg(1, 't2', { inSync: false })] });
const plain = volume({ array: null, spec: { ...volume().spec, protection: 'concatenated' } });

describe('S10 what a detached volume says of a lost leg', () => {
  test('given every target has its leg, then nothing is waited for', () => {
    expect(said(volume())).toMatchObject({ health: 'detached', status: 'true', reason: 'detached' });
    expect(said(volume()).waitingFor).toBeUndefined();
  });
  test('S11 given the drive of a leg that was in sync is gone, then an attach waits for it, or for an accepted loss', () => {
    expect(said(volume(), { backed: false })).toMatchObject({
      health: 'detached',
      status: 'false',
      reason: 'leg-missing',
      waitingFor: 'the legs on t2',
      unblockedBy: expect.stringMatching(/an attach waits for leg 1.*accepts that loss/),
    });
  });
  test('given its target is silent, then that is said and not taken for a loss', () => {
    expect(said(volume(), { silent: true })).toMatchObject({ status: 'unknown', reason: 'target-silent', waitingFor: 'the legs on t2' });
  });
  test('given the lost leg was out of sync already, then attaching ends it', () => {
    expect(said(stale, { backed: false }).unblockedBy).toMatch(/or attaching it: it starts without them/);
  });
  test('given a mirror that was never attached, then it is not said to hold anything', () => {
    const fresh = volume({ array: null });
    expect(said(fresh, { backed: false }).unblockedBy).toMatch(/the first attach makes the mirror of all its legs/);
  });
  test('given legs that are being made, then nobody says that the targets have all of them', () => {
    const { status, message } = said(volume({ state: 'creating', array: null, legs: [leg(0, 't1'), leg(1, 't2'), leg(2, 't2')] }));
    expect(status).toBe('true');
    expect(message).toMatch(/^no client has it attached; leg 2 on t2: /);
  });
  test('given no redundancy, then only its return ends it', () => {
    expect(said(plain, { backed: false }).unblockedBy).toBe('t2 and its drives being there again: no other leg has what is on it');
  });
});
