import { expect, test } from 'vitest';
import { isIn, optionsOf, type PageAction } from './palette-options.js';
import { places } from './places.js';

const grow: PageAction = { name: 'Grow', refusedBecause: null, press: () => undefined };
const names = (text: string, actions: PageAction[] = [], found: Parameters<typeof optionsOf>[2] = []) =>
  optionsOf(text, actions, found, null).map(({ name }) => name);

test('lists the page’s own actions first, then every page, when nothing is typed', () => {
  expect(names('', [grow]).slice(0, 1 + places.length)).toEqual(['Grow', ...places.map(({ label }) => label)]);
});

test('matches letters in order anywhere in a name, and not in another order', () => {
  expect(isIn('dcl', 'Drive classes')).toBe(true);
  expect(isIn('lcd', 'Drive classes')).toBe(false);
  expect(names('vol')).toEqual(['Volumes', 'New volume']);
});

test('lists objects that the server found first, whatever letters are typed', () => {
  const found = [{ kind: 'drive' as const, id: 'd', name: 'S4YN', detail: 'on n1' }];
  expect(optionsOf('s4', [grow], found, null)[0]).toMatchObject({ name: 'S4YN', detail: 'Drive, on n1', group: 'Found' });
});

test('shows an unavailable action with the reason', () => {
  const refused = { ...grow, refusedBecause: 'Not now: it is already growing.' };
  expect(optionsOf('grow', [refused], [], null)[0]).toMatchObject({
    detail: 'Not now: it is already growing.',
    refusedBecause: expect.any(String),
  });
});

test('shows the pages for creating with the reason to a person who may not create', () => {
  const reasons = optionsOf('new', [], [], 'You are a viewer.').map(({ name, detail, refusedBecause }) => [name, detail, refusedBecause]);
  expect(reasons).toEqual(['New volume', 'New drive class'].map((name) => [name, 'You are a viewer.', 'You are a viewer.']));
});
