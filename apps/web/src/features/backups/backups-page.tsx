import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { backupKinds } from '@weft/shared/kinds/views/backup';
import { formatBytes } from '@weft/shared/units';
import { lazy, Suspense, useMemo, useState } from 'react';
import { api } from '../../api/client.js';
import type { Backup, BackupFolder } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import type { Column } from '../../table/columns/column.js';
import { DataTable } from '../../table/data-table.js';
import { Filter } from '../../table/filter.js';
import { listQuery } from '../../table/rows/list-search.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { InlineLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { Ago, Time } from '../../ui/time/time.js';
import { usePermissionRefusal } from '../session/use-session.js';
import { backupStatus, folderStatus, ROTATIONS, rotationsText } from './backup-status.js';

const TakeDialog = lazy(() => import('./backup-dialogs.js').then((module) => ({ default: module.TakeBackupDialog })));
const VerifyDialog = lazy(() => import('./backup-dialogs.js').then((module) => ({ default: module.VerifyBackupDialog })));

type Open = { what: 'take' } | { what: 'verify'; backup: Backup };

const kindOptions = backupKinds.map((value) => ({ value, label: ROTATIONS[value] }));
const unknown = <span className="dimmed">unknown</span>;

const columnsOf = (refused: string | null, onOpen: (open: Open) => void): readonly Column<Backup>[] => [
  {
    name: 'Point in time',
    cell: ({ takenAt }) => <Time at={takenAt} />,
    sort: 'takenAt',
    width: 10.25,
    fixed: true,
    csv: [
      { header: 'taken_at_utc', value: ({ takenAt }) => takenAt },
      { header: 'id', value: ({ id }) => id },
    ],
  },
  { name: 'Age', cell: ({ takenAt }) => <Ago at={takenAt} />, width: 6 },
  {
    name: 'Rotations',
    cell: (backup) => rotationsText(backup) || unknown,
    width: 12,
    csv: [{ header: 'rotations', value: ({ kinds }) => kinds.join(' ') }],
  },
  {
    name: 'State',
    cell: (backup) => <Status {...backupStatus(backup)} />,
    wide: true,
    csv: [
      { header: 'complete', value: ({ complete }) => complete },
      { header: 'fault', value: ({ fault }) => fault?.message },
    ],
  },
  {
    name: 'Size',
    cell: ({ sizeBytes }) => formatBytes(sizeBytes),
    sort: 'sizeBytes',
    numeric: true,
    width: 5.5,
    csv: [{ header: 'size_bytes', value: ({ sizeBytes }) => sizeBytes }],
  },
  {
    name: 'Written by',
    cell: ({ writtenBy }) => writtenBy ?? unknown,
    width: 8,
    csv: [{ header: 'written_by', value: ({ writtenBy }) => writtenBy }],
  },
  {
    name: 'File',
    cell: ({ fileName }) => <code title={fileName}>{fileName}</code>,
    extra: true,
    wide: true,
    csv: [{ header: 'file', value: ({ fileName }) => fileName }],
  },
  {
    name: 'Encrypted',
    cell: ({ encrypted }) => (encrypted === null ? unknown : encrypted ? 'yes' : 'no'),
    extra: true,
    csv: [{ header: 'encrypted', value: ({ encrypted }) => encrypted }],
  },
  {
    name: 'Weft version',
    cell: ({ weftVersion }) => weftVersion ?? unknown,
    extra: true,
    csv: [{ header: 'weft_version', value: ({ weftVersion }) => weftVersion }],
  },
  {
    name: 'Actions',
    cell: (backup) => (
      <span className="row">
        <ActionButton size="compact-xs" refusedBecause={refused} onClick={() => onOpen({ what: 'verify', backup })}>
          Verify…
        </ActionButton>
        {refused === null ? (
          <Button component="a" href={`/api/v1/backups/${backup.id}/file`} download={backup.fileName} size="compact-xs" variant="default">
            Download
          </Button>
        ) : (
          <ActionButton size="compact-xs" refusedBecause={refused}>
            Download
          </ActionButton>
        )}
      </span>
    ),
    width: 11,
    fixed: true,
  },
];

const route = getRouteApi('/backups');

/** Backups of the database, as the server that answers sees them. */
export function BackupsPage() {
  const refused = usePermissionRefusal('backup:create');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Partial<typeof search>) => navigate({ search: (before) => ({ ...before, ...change }) });
  const [open, setOpen] = useState<Open | null>(null);
  const columns = useMemo(() => columnsOf(refused, setOpen), [refused]);
  const close = () => setOpen(null);
  const folder = api.useQuery('get', '/api/v1/backups', { params: { query: { limit: 1 } } }).data?.folder;
  const sort = search.sort ?? '-takenAt';
  const off = folder?.state === 'off' ? `Server ${folder.server} has no place for backups.` : null;
  return (
    <Page
      title="Backups"
      status={folder ? <Status {...folderStatus(folder)} /> : null}
      actions={
        <>
          <Filter label="Rotation" value={search.kind} options={kindOptions} onChange={(kind) => set({ kind })} />
          <ActionButton variant="filled" refusedBecause={refused ?? off} onClick={() => setOpen({ what: 'take' })}>
            Back up now
          </ActionButton>
        </>
      }
    >
      {folder ? <FolderLine folder={folder} /> : null}
      {off === null ? (
        <DataTable
          label="Backups"
          columns={columns}
          pageOf={(cursor) => api.queryOptions('get', '/api/v1/backups', { params: { query: { ...listQuery(search, cursor), sort } } })}
          search={search}
          defaultSort="-takenAt"
          onSearch={set}
          preview={({ fileName }) => fileName}
          empty={<Empty>No backups match these filters. The servers take the first one within 5 minutes.</Empty>}
        />
      ) : (
        <Empty drawing="backups">
          {off} Set <code>backupDir</code> on every server to one shared folder, or <code>backupS3Url</code> to one bucket, and{' '}
          <code>backupKeyFile</code> to one key. Then restart the servers one after another (docs/operating.md, “Backup of the database”).
        </Empty>
      )}
      <Suspense fallback={null}>
        {open?.what === 'take' ? <TakeDialog onClose={close} /> : null}
        {open?.what === 'verify' ? <VerifyDialog backup={open.backup} onClose={close} /> : null}
      </Suspense>
    </Page>
  );
}

const FolderLine = ({ folder: { server, path, readAt } }: { folder: BackupFolder }) =>
  path === null ? null : (
    <p className="dimmed written">
      <code>{path}</code>, seen by server {server}, last read: {readAt ? <Ago at={readAt} /> : 'never'}. All servers need the same place;
      each lists its own. <InlineLink {...paths.settings()}>Settings</InlineLink> say how many are kept.
    </p>
  );
