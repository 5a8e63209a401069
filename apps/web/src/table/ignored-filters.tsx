import { Message } from '../ui/text/message.js';
import { malformedIds } from './rows/list-search.js';

const NOUNS: Record<string, string> = {
  nodeId: 'a node',
  driveClassId: 'a drive class',
  volumeId: 'a volume',
  subjectId: 'an object',
};

/** Filters of the address that were not applied, and why. */
export const IgnoredFilters = ({ search }: { search: object }) =>
  malformedIds({ ...search }).map(({ filter, text }) => (
    <Message key={filter} tone="warn">
      The address names {NOUNS[filter] ?? filter} with the id “{text}”, which is not an id. The list ignores this filter.
    </Message>
  ));
