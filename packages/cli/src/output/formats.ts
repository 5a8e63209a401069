import { csvLine } from '@weft/shared/csv';
import { usage } from '../core/failure.js';
import { type Found, nameOf } from '../resolve/resolver.js';
import { safeText } from '../text/safe.js';
import { type Column, columnsOf, rowsOf } from './columns.js';
import { tableText } from './table.js';
import { yamlText } from './yaml-text.js';

export const formats = ['table', 'wide', 'json', 'yaml', 'csv', 'name', 'jsonpath=EXPRESSION'] as const;
export type Format = { kind: 'table' | 'wide' | 'json' | 'yaml' | 'csv' | 'name' } | { kind: 'jsonpath'; expression: string };

/** @throws Failure for an unknown format */
export function formatFrom(text: string): Format {
  const [, expression] = /^jsonpath=(.+)$/s.exec(text) ?? [];
  if (expression !== undefined) return { kind: 'jsonpath', expression };
  if (!/^(table|wide|json|yaml|csv|name)$/.test(text))
    throw usage(`-o ${text}: there is no such format.`, `Formats: ${formats.join(', ')}.`);
  return { kind: text as 'table' };
}

export interface Shown {
  /** Kind of the objects, for the columns. */
  noun: string;
  /** The API's answer. */
  body: unknown;
  format: Format;
  isTerminal: boolean;
  hasColour: boolean;
  hasHeaders: boolean;
  now: number;
}

const isPage = (body: unknown): body is { items: Found[] } =>
  typeof body === 'object' && body !== null && Array.isArray((body as { items?: unknown }).items);

/** Objects in an answer: the items of a list, an array, or the answer itself. */
export function objectsIn(body: unknown): Found[] {
  if (isPage(body)) return body.items;
  if (Array.isArray(body)) return body as Found[];
  return typeof body === 'object' && body !== null ? [body as Found] : [];
}

/** JSON with the same meaning, in which a terminal finds nothing to obey. */
export const jsonText = (body: unknown): string => `${safeText(JSON.stringify(body, null, 2))}\n`;

/** The text of an answer. */
export async function formatted(shown: Shown): Promise<string> {
  const { body, format, noun, isTerminal } = shown;
  if (format.kind === 'json') return jsonText(body);
  if (format.kind === 'yaml') return yamlText(body);
  const forTerminal = (text: string) => (isTerminal ? safeText(text) : text);
  if (format.kind === 'jsonpath') {
    const { jsonPathText } = await import('./json-path.js');
    return forTerminal(jsonPathText(body, format.expression));
  }
  const objects = objectsIn(body);
  if (format.kind === 'name') return forTerminal(objects.map((each) => `${nameOf(noun, each)}\n`).join(''));
  const columns = columnsOf(noun, objects, format.kind !== 'table');
  if (format.kind === 'csv') return forTerminal(csvOf(columns, objects));
  return tableText(columns, rowsOf(columns, objects, shown.now), shown);
}

function csvOf(columns: Column[], objects: Found[]): string {
  const lines = objects.map((object) => csvLine(columns.map(({ value }) => cell(value(object)))));
  return [csvLine(columns.map(({ title }) => title)), ...lines].join('');
}

const cell = (value: unknown): string | number | boolean | null =>
  value === undefined || value === null ? null : typeof value === 'object' ? JSON.stringify(value) : (value as string | number | boolean);
