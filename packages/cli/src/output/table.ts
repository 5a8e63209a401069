import { safeLine } from '../text/safe.js';
import type { Column } from './columns.js';

const COLOURS: Record<string, string> = { good: '32', warn: '33', bad: '31' };
const GOOD = /^(healthy|online|attached|available|in-service|done|ok|ready|resolved|enabled)$/;
const BAD = /^(broken|unavailable|stalled|failed|lost|missing|firing|critical|revoked)\b/;
const WARN = /^(degraded|rebuilding|waiting|detaching|attaching|creating|deleting|unknown|warning|occupied)\b/;

/** The colour of a state; undefined: none. */
export function colourOf(text: string): string | undefined {
  if (GOOD.test(text)) return COLOURS.good;
  if (BAD.test(text)) return COLOURS.bad;
  return WARN.test(text) ? COLOURS.warn : undefined;
}

/** Columns of a terminal that a text takes: wide characters (UAX 11) are not in the names of Weft. */
const widthOf = (text: string): number => [...text].length;

/** A table as kubectl prints it: titles in capitals, columns three spaces apart. No text in it controls a terminal. */
export function tableText(
  columns: readonly Pick<Column, 'title' | 'isNumber' | 'isState'>[],
  texts: readonly (readonly string[])[],
  { hasHeaders, hasColour }: { hasHeaders: boolean; hasColour: boolean },
): string {
  if (columns.length === 0) return '';
  const titles = columns.map(({ title }) => safeLine(title.toUpperCase()));
  const rows = texts.map((row) => row.map(safeLine));
  const widths = titles.map((title, index) => Math.max(hasHeaders ? widthOf(title) : 0, ...rows.map((row) => widthOf(row[index] ?? ''))));
  const line = (cells: readonly string[], isRow: boolean): string =>
    cells
      .map((cell, index) => {
        const column = columns[index];
        const space = ' '.repeat(Math.max(0, (widths[index] ?? 0) - widthOf(cell)));
        const colour = isRow && hasColour && column?.isState ? colourOf(cell) : undefined;
        const text = colour ? `\u001b[${colour}m${cell}\u001b[0m` : cell;
        return column?.isNumber ? space + text : text + space;
      })
      .join('   ')
      .trimEnd();
  return [...(hasHeaders ? [line(titles, false)] : []), ...rows.map((row) => line(row, true))].map((each) => `${each}\n`).join('');
}
