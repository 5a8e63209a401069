import { expect, test } from 'vitest';
import { isIn, optionsOf, type PageAction } from './palette-options.js';
import { places } from './places.js';

const grow: PageAction = { name: 'Grow', refusedBecause: null, press: () => undefined };
const names = (text: string, actions: PageAction[] = [], found: Parameters<typeof optionsOf>[2] = []) =>
  optionsOf(text, actions, found, null).map(({ name }) => name);

test('given nothing typed, then the page’s own actions come first, then every page', () => {
  expect(names('', [grow]).slice(0, 1 + places.length)).toEqual(['Grow', ...places.map(({ label }) => label)]);
});

test('given letters in order, then they are found anywhere in a name; in another order they are not', () => {
  expect(isIn('dcl', 'Drive classes')).toBe(true);
  expect(isIn('lcd', 'Drive classes')).toBe(false);
  expect(names('vol')).toEqual(['Volumes', 'New volume']);
});

test('given what the server found, then it stands first, whatever the letters: the server has looked', () => {
  const found = [{ kind: 'drive' as const, id: 'd', name: 'S4YN', detail: 'on n1' }];
  expect(optionsOf('s4', [grow], found, null)[0]).toMatchObject({ name: 'S4YN', detail: 'Drive, on n1', group: 'Found' });
});

test('given an action that cannot be done, then it is there with the reason', () => {
  const refused = { ...grow, refusedBecause: 'Not now: it is growing already.' };
  expect(optionsOf('grow', [refused], [], null)[0]).toMatchObject({
    detail: 'Not now: it is growing already.',
    refusedBecause: expect.any(String),
  });
});

test('given somebody who may make nothing, then the pages for it are there with the reason', () => {
  const reasons = optionsOf('new', [], [], 'You are a viewer.').map(({ name, detail, refusedBecause }) => [name, detail, refusedBecause]);
  expect(reasons).toEqual(['New volume', 'New drive class'].map((name) => [name, 'You are a viewer.', 'You are a viewer.']));
});
