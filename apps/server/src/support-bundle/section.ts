import type { Message } from '@weft/shared/text/message';

/** One part of a support bundle. */
export interface Section {
  /** Its files are `<name>-0001.<ending>` and so on. */
  name: string;
  ending: 'ndjson' | 'txt';
  /** Yields records (with their newline), and a message for each thing that is missing. An error ends this section only. */
  read(signal: AbortSignal): AsyncIterable<string | Message>;
}

/** A record of an `ndjson` section. */
export const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** A section with one record. */
export const single = (name: string, read: (signal: AbortSignal) => unknown): Section => ({
  name,
  ending: 'ndjson',
  async *read(signal) {
    yield line(await read(signal));
  },
});

/** A section of which only the reason for its absence is known. */
export const absent = (name: string, message: Message): Section => ({
  name,
  ending: 'ndjson',
  async *read() {
    yield message;
  },
});
