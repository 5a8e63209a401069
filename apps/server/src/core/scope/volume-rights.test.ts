import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allows, type GroupRights, type VolumeRights } from './volume-rights.js';

const is = (label: string, value: string) => ({ label, operator: '=' as const, value });
const group = (value: string, ...verbs: GroupRights['verbs']): GroupRights => ({ selector: [is('team', value)], verbs });
const orders = { team: 'orders', 'example.tier': 'gold' };

describe('allows', () => {
  it('allows nothing to a member of no group', () => {
    for (const verb of ['see', 'attach', 'change'] as const) expect(allows({ groups: [], token: null }, orders, verb)).toBe(false);
  });

  it('gives the verbs of the groups that select the volume, and see with each of them', () => {
    const rights: VolumeRights = { groups: [group('orders', 'attach'), group('pay*', 'change')], token: null };
    expect(allows(rights, orders, 'see')).toBe(true);
    expect(allows(rights, orders, 'attach')).toBe(true);
    expect(allows(rights, orders, 'change')).toBe(false);
    expect(allows(rights, { team: 'payroll' }, 'change')).toBe(true);
    expect(allows(rights, { team: 'payroll' }, 'attach')).toBe(false);
    expect(allows(rights, {}, 'see')).toBe(false);
  });

  it('compares labels whose keys have dots', () => {
    const rights: VolumeRights = { groups: [{ selector: [is('example.tier', 'gold')], verbs: ['see'] }], token: null };
    expect(allows(rights, orders, 'see')).toBe(true);
  });

  it('takes both the groups and the selector of a token', () => {
    const token = [is('example.tier', 'gold')];
    expect(allows({ groups: null, token }, orders, 'change')).toBe(true);
    expect(allows({ groups: null, token }, { team: 'orders' }, 'see')).toBe(false);
    expect(allows({ groups: [group('payroll', 'change')], token }, orders, 'see')).toBe(false);
  });

  it('never gives more with a token than without it', () => {
    const value = fc.constantFrom('orders', 'payroll', 'o*', '');
    const matcher = fc.record({ label: fc.constantFrom('team', 'tier'), operator: fc.constantFrom('=' as const, '!=' as const), value });
    const selector = fc.array(matcher, { minLength: 1, maxLength: 3 });
    const verbs = fc.subarray(['see', 'attach', 'change'] as const, { minLength: 1 });
    const groups = fc.option(fc.array(fc.record({ selector, verbs }), { maxLength: 3 }));
    const labels = fc.record({ team: value, tier: value });
    fc.assert(
      fc.property(
        groups,
        selector,
        labels,
        fc.constantFrom('see' as const, 'attach' as const, 'change' as const),
        (of, token, on, verb) => {
          expect(!allows({ groups: of, token }, on, verb) || allows({ groups: of, token: null }, on, verb)).toBe(true);
          expect(!allows({ groups: of, token }, on, verb) || allows({ groups: of, token }, on, 'see')).toBe(true);
        },
      ),
    );
  });
});
