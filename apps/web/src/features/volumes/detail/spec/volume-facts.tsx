import { isMirrored, isStriped } from '@weft/shared/kinds/volume';
import { formatBytes } from '@weft/shared/units';
import type { Volume } from '../../../../api/types.js';
import { paths } from '../../../../paths/paths.js';
import { Provenance } from '../../../../provenance/provenance.js';
import { Labels, Properties } from '../../../../ui/properties.js';
import { TextLink } from '../../../../ui/text/links.js';
import { ShortId } from '../../../../ui/text/short-id.js';
import { Time } from '../../../../ui/time/time.js';
import { survivesNow } from '../../protection-words.js';
import { volumeBytes } from '../../volume-provenance.js';

export const VolumeFacts = ({ volume }: { volume: Volume }) => (
  <Properties
    items={[
      [
        'Size',
        <Provenance key="size" of={volumeBytes(volume, 'sizeBytes')}>
          {formatBytes(volume.sizeBytes)}
        </Provenance>,
      ],
      [
        'Raw capacity',
        <Provenance key="raw" of={volumeBytes(volume, 'rawBytes')}>
          {formatBytes(volume.rawBytes)}
        </Provenance>,
      ],
      ['Protection', `${volume.protection}. ${survivesNow(volume)}`],
      [
        'Drive class',
        <TextLink key="class" {...paths.driveClass(volume.driveClass.id)}>
          {volume.driveClass.name}
        </TextLink>,
      ],
      ...(isMirrored(volume.protection)
        ? ([
            ['Copies', volume.copies],
            ['Failure domain', volume.failureDomain],
            ['Checksums', volume.integrity],
          ] as const)
        : []),
      ...(isStriped(volume.protection) ? ([['Stripe size', formatBytes(volume.stripeSizeBytes)]] as const) : []),
      [
        'Encryption',
        volume.encryptionKeyId ? (
          <>
            {volume.encryption}, key <ShortId key="key" id={volume.encryptionKeyId} />
          </>
        ) : (
          'none'
        ),
      ],
      ['Description', volume.description || <span className="dimmed">none</span>],
      ['Labels', <Labels key="labels" labels={volume.labels} />],
      ['Created', <Time key="created" at={volume.createdAt} />],
      ['Id', <ShortId key="id" id={volume.id} />],
    ]}
  />
);
