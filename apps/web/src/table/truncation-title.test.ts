import { expect, test } from 'vitest';
import { tellWhole } from './truncation-title.js';

/** The properties of a cell that `tellWhole` reads. */
function cell(textContent: string, { title = '', scrollWidth = 200 } = {}) {
  const made = { title, textContent, scrollWidth, clientWidth: 100, children: [], dataset: {} };
  return Object.assign(made, { point: () => tellWhole({ target: { closest: () => made } as unknown as EventTarget }) });
}

test('given a cell that cuts its text off / when it is pointed at / then its title is the whole, and follows what the cell says', () => {
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

test('given a cell with a title of its own / when it is pointed at / then it keeps it', () => {
  const titled = cell('5 min ago', { title: '2026-11-22 08:00:00 UTC' });
  titled.point();
  expect(titled.title).toBe('2026-11-22 08:00:00 UTC');
});
