import { expect, test } from 'vitest';
import { tellWhole } from './truncation-title.js';

/** The properties of a cell that `tellWhole` reads. */
function cell(textContent: string, { title = '', scrollWidth = 200 } = {}) {
  const made = { title, textContent, scrollWidth, clientWidth: 100, children: [], dataset: {} };
  return Object.assign(made, { point: () => tellWhole({ target: { closest: () => made } as unknown as EventTarget }) });
}

test('sets the whole text as title of a truncated cell, and updates it with the text', () => {
  const cut = cell('a long name');
  cut.point();
  expect(cut.title).toBe('a long name');
  cut.textContent = 'another long name';
  cut.point();
  expect(cut.title).toBe('another long name');
  cut.scrollWidth = 50;
  cut.point();
  expect(cut.title).toBe('');
});

test('keeps an existing title', () => {
  const titled = cell('5 min ago', { title: '2026-11-22 08:00:00 UTC' });
  titled.point();
  expect(titled.title).toBe('2026-11-22 08:00:00 UTC');
});
