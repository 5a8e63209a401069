import { isMirrored } from '@weft/shared/kinds/volume';
import { formatBytes } from '@weft/shared/units';
import { apiRequest } from '../../api/curl.js';
import type { Volume } from '../../api/types.js';
import { paths } from '../../paths.js';
import { type FieldProvenance, Provenance } from '../../provenance/provenance.js';
import { TextLink } from '../../ui/links.js';
import { Labels, Properties } from '../../ui/properties.js';
import { Time } from '../../ui/time.js';
import { protectionWords } from './protection-words.js';
import { hasStripes } from './volume-form.js';

const numberOf = ({ id, updatedAt, legs }: Volume, field: 'sizeBytes' | 'rawBytes', title: string, source: string): FieldProvenance => ({
  title,
  source,
  nodes: field === 'rawBytes' ? [...new Map(legs.map(({ node }) => [node.id, { kind: 'node' as const, ...node }])).values()] : [],
  at: updatedAt,
  error: 'Exact, in bytes; shown cut to two decimals.',
  promql: null,
  request: apiRequest('get', '/api/v1/volumes/{id}', { params: { path: { id } } }),
  pick: `.${field}`,
});

export const VolumeFacts = ({ volume }: { volume: Volume }) => (
  <Properties
    items={[
      [
        'Size',
        <Provenance
          key="size"
          of={numberOf(volume, 'sizeBytes', `${volume.sizeBytes.toLocaleString('en')} bytes of the device`, 'what was asked for')}
        >
          {formatBytes(volume.sizeBytes)}
        </Provenance>,
      ],
      [
        'Takes of drives',
        <Provenance
          key="raw"
          of={numberOf(
            volume,
            'rawBytes',
            `${volume.rawBytes.toLocaleString('en')} bytes of all its legs`,
            'the server’s book of what is allocated on drives',
          )}
        >
          {formatBytes(volume.rawBytes)}
        </Provenance>,
      ],
      ['Protection', `${volume.protection}. ${protectionWords[volume.protection].survives(volume.failureDomain)}`],
      [
        'Drive class',
        <TextLink key="class" {...paths.drives({ driveClassId: volume.driveClass.id })}>
          {volume.driveClass.name}
        </TextLink>,
      ],
      ...(isMirrored(volume.protection) ? ([['Failure domain', volume.failureDomain]] as const) : []),
      ...(hasStripes(volume.protection) ? ([['Stripe size', formatBytes(volume.stripeSizeBytes)]] as const) : []),
      ['Description', volume.description || <span className="dimmed">none</span>],
      ['Labels', <Labels key="labels" labels={volume.labels} />],
      ['Created', <Time key="created" at={volume.createdAt} />],
      ['Id', <code key="id">{volume.id}</code>],
    ]}
  />
);
