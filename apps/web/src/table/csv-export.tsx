import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { serverNow } from '../api/server-clock.js';
import { useServerFacts } from '../api/server-facts.js';
import { csvBlob, fileName, saveFile } from '../ui/files/save-file.js';
import { notify } from '../ui/notices-store.js';
import type { Column } from './columns/column.js';
import { csvHeader, csvLines } from './csv.js';
import type { PageOf } from './rows/page-request.js';
import { readPages } from './rows/read-pages.js';

interface Props<T> {
  label: string;
  columns: readonly Column<T>[];
  pageOf: PageOf<T>;
}

/** Exports the whole filtered and sorted list, page by page, with every column, visible or not. */
export function CsvExport<T>({ label, columns, pageOf }: Props<T>) {
  const client = useQueryClient();
  const { simulated } = useServerFacts();
  const running = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<string | null>(null);

  const run = async () => {
    const stop = new AbortController();
    running.current = stop;
    setProgress('0');
    // Every export states whether its cluster is simulated.
    const fields = [...columns.flatMap(({ csv = [] }) => csv), { header: 'simulated', value: () => simulated }];
    const parts = [csvHeader(fields)];
    let count = 0;
    try {
      for await (const { items, total } of readPages(client, pageOf, stop.signal)) {
        parts.push(csvLines(fields, items));
        count += items.length;
        setProgress(`${count} of ${total}`);
      }
      saveFile(csvBlob(parts), fileName([label], 'csv', { simulated, at: serverNow() }));
    } catch (error) {
      if (!stop.signal.aborted) notify({ tone: 'error', text: `Export failed: ${(error as Error).message}` });
    } finally {
      setProgress(null);
    }
  };

  return progress === null ? (
    <Button variant="default" size="compact-xs" onClick={run}>
      Export CSV
    </Button>
  ) : (
    <>
      <span role="status">{progress} rows</span>
      <Button variant="default" size="compact-xs" onClick={() => running.current?.abort()}>
        Stop the export
      </Button>
    </>
  );
}
