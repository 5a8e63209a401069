import type { ReactNode } from 'react';
import type { ProvenanceOf } from '../../provenance/provenance.js';

/** What a column puts into a file: exact, with its unit in the header. */
export interface CsvField<T> {
  header: string;
  value: (row: T) => string | number | boolean | null | undefined;
}

export interface Column<T> {
  name: string;
  cell: (row: T) => ReactNode;
  /** The server's name of the field, if it sorts by it. */
  sort?: string;
  numeric?: boolean;
  /** Where its number comes from; null: this row has none. */
  told?: (row: T) => ProvenanceOf | null;
  /** Takes what the others leave. */
  wide?: boolean;
  /** In rem, without being wide: rows are cut to the window, so that a width cannot come from what is in them. */
  width?: number;
  /** What says which row it is, and what can be done to it: never hidden. */
  fixed?: boolean;
  csv?: readonly CsvField<T>[];
}

/** All columns of a list together fit into a window of 1280 px: 64 rem beside the navigation. */
const DEFAULT_WIDTH = 6.5;
const WIDE_WIDTH = 12;

export const widthOf = ({ width = DEFAULT_WIDTH, wide }: Column<never>): number => (wide ? WIDE_WIDTH : width);
