import { lazy, Suspense, useState } from 'react';
import type { Volume, VolumeChecksums } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import { PlainTable } from '../../../table/plain-table.js';
import { ActionButton } from '../../../ui/actions/action-button.js';
import { Section } from '../../../ui/page.js';
import { Properties } from '../../../ui/properties.js';
import { TextLink } from '../../../ui/text/links.js';
import { Time } from '../../../ui/time/time.js';
import { usePermissionRefusal } from '../../session/use-session.js';
import { acknowledgeRefusal, coveredText, errorsText } from './checksum-words.js';

const AcknowledgeDialog = lazy(() => import('./acknowledge-dialog.js').then((module) => ({ default: module.AcknowledgeDialog })));

type Counted = VolumeChecksums['legs'][number];

/** How often each leg returned wrong bytes, and what a person has acknowledged of that. */
export function ChecksumsSection({ volume, checksums }: { volume: Volume; checksums: VolumeChecksums }) {
  const [isOpen, setOpen] = useState(false);
  const refused = usePermissionRefusal('volume:change');
  const { acknowledged, legs } = checksums;
  return (
    <Section title="Checksums">
      <Properties
        items={[
          ['Wrong bytes', errorsText(checksums)],
          [
            'Acknowledged',
            acknowledged ? (
              <span key="acknowledged">
                by {acknowledged.by}, <Time at={acknowledged.at} />
              </span>
            ) : (
              'Never.'
            ),
          ],
        ]}
      />
      <PlainTable<Counted>
        label="Checksum errors of legs"
        rows={legs}
        rowKey={({ legId }) => legId}
        columns={[
          {
            name: 'Leg',
            cell: ({ index, node }) => (
              <>
                {index} on <TextLink {...paths.node(node.id)}>{node.name}</TextLink>
              </>
            ),
          },
          { name: 'Drive', cell: ({ drive }) => <TextLink {...paths.drive(drive.id)}>{drive.serial}</TextLink> },
          { name: 'Errors', numeric: true, cell: ({ errors }) => errors.toLocaleString('en') },
          { name: 'New', numeric: true, cell: ({ newErrors }) => newErrors.toLocaleString('en') },
          { name: 'Verified', numeric: true, cell: ({ legId }) => coveredText(volume.legs.find(({ id }) => id === legId)) },
        ]}
      />
      <p className="row">
        <ActionButton refusedBecause={refused ?? acknowledgeRefusal(checksums)} onClick={() => setOpen(true)}>
          Acknowledge errors…
        </ActionButton>
      </p>
      <Suspense fallback={null}>
        {isOpen ? <AcknowledgeDialog volume={volume} checksums={checksums} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </Section>
  );
}
