import { formatBytes } from '@weft/shared/units';
import type { Attachment, Volume } from '../../../api/types.js';
import { NounLink } from '../../../ui/text/linked.js';
import { nodeNoun } from '../../../ui/text/nouns.js';
import { FactsTile } from '../../statistics/tiles/tile.js';

/** What the volume is, beside its load. The properties below have all of it. */
export const VolumeTile = ({ volume, attachments }: { volume: Volume; attachments: readonly Attachment[] }) => (
  <FactsTile title="Volume">
    <div>
      <dt>Size</dt>
      <dd>
        {formatBytes(volume.sizeBytes)} {volume.protection}
      </dd>
    </div>
    <div>
      <dt>Clients</dt>
      <dd>
        <span>
          {attachments.length === 0 ? 'none' : null}
          {attachments.map(({ id, node }, at) => (
            <span key={id}>
              {at > 0 ? ', ' : ''}
              <NounLink noun={nodeNoun(node)} />
            </span>
          ))}
        </span>
      </dd>
    </div>
    <div>
      <dt>Legs</dt>
      <dd>
        {volume.legs.filter(({ health }) => health === 'healthy').length} of {volume.legs.length} healthy
      </dd>
    </div>
  </FactsTile>
);
