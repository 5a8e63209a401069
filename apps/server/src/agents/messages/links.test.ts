import { expect, test } from 'vitest';
import { linksAfter } from './links.js';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
const inventory = (up: boolean) =>
  ({ nics: [{ name: 'eth1', up }] }) as unknown as NonNullable<Parameters<typeof linksAfter>[0]['status']['inventory']>;
const eth1 = (up: boolean) => [{ name: 'eth1', up }];

test('keeps the time unknown for a link that is first reported down', () => {
  expect(linksAfter({ status: { inventory: null } }, eth1(false), at(1))).toEqual([{ name: 'eth1', since: null }]);
});

test('keeps the time a link went down until it comes up again', () => {
  const down = linksAfter({ status: { inventory: inventory(true) } }, eth1(false), at(1));
  expect(down).toEqual([{ name: 'eth1', since: at(1) }]);
  expect(linksAfter({ status: { inventory: inventory(false), links: down } }, eth1(false), at(2))).toEqual(down);
  expect(linksAfter({ status: { inventory: inventory(false), links: down } }, eth1(true), at(3))).toEqual([{ name: 'eth1', since: at(3) }]);
});
