import type { Volume } from '../../../../api/types.js';
import { VolumeDocuments } from './volume-documents.js';
import { VolumeFacts } from './volume-facts.js';

/** What was requested, and the API's documents. */
export const SpecTab = ({ volume }: { volume: Volume }) => (
  <>
    <VolumeFacts volume={volume} />
    <VolumeDocuments volume={volume} />
  </>
);
