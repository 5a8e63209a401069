import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { csvLine } from '@weft/shared/csv';

type Cell = Parameters<typeof csvLine>[0][number];

/** A table of a file: the names of its columns, and the cells of an item by these names. */
interface Columns<T> {
  names: readonly string[];
  cellsOf(item: T): Readonly<Record<string, unknown>>;
}

/**
 * A list as a download, as CSV or as NDJSON (one item of the list a line). Read from the database as the client takes it: an export of any length needs the
 * memory of one item.
 */
export function exported<T>(name: string, format: 'csv' | 'ndjson', items: AsyncIterable<T>, columns?: Columns<T>): StreamableFile {
  const content = Readable.from(format === 'csv' && columns ? csv(items, columns) : ndjson(items));
  const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
  return new StreamableFile(content, { type, disposition: `attachment; filename="${name}.${format}"` });
}

/** Each item in another form. */
export async function* mapped<T, U>(items: AsyncIterable<T>, map: (item: T) => U): AsyncIterable<U> {
  for await (const item of items) yield map(item);
}

async function* ndjson(items: AsyncIterable<unknown>): AsyncIterable<string> {
  for await (const item of items) yield `${JSON.stringify(item)}\n`;
}

async function* csv<T>(items: AsyncIterable<T>, { names, cellsOf }: Columns<T>): AsyncIterable<string> {
  yield csvLine(names);
  for await (const item of items) {
    const cells = cellsOf(item);
    yield csvLine(names.map((each) => cells[each] as Cell));
  }
}
