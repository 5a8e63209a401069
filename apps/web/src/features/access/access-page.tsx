import { type ReactNode, Suspense } from 'react';
import { DataTable, type DataTableProps } from '../../table/data-table.js';
import { Page } from '../../ui/page.js';
import { Empty } from '../../ui/text/message.js';

interface Props<T, S extends string> extends Omit<DataTableProps<T, S>, 'label'> {
  /** The listed objects, in the plural: also the title. */
  title: string;
  above: ReactNode;
  actions: ReactNode;
  /** Why the user may not see the list. Null: may. */
  refused: string | null;
  /** The open dialog, a lazy chunk. */
  children: ReactNode;
}

/** A page of the administration of access: a list with its dialogs. */
export const AccessPage = <T extends { id: string }, S extends string>({
  title,
  above,
  actions,
  refused,
  children,
  ...table
}: Props<T, S>) => (
  <Page title={title} above={above} actions={actions}>
    {refused === null ? <DataTable label={title} {...table} /> : <Empty>{refused}</Empty>}
    <Suspense fallback={null}>{children}</Suspense>
  </Page>
);
