import type { Alert } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { NounLink } from '../../ui/text/linked.js';
import { InlineLink } from '../../ui/text/links.js';

type Of = Alert['subject'];

/** A link to an object of an alert. The cluster has no page besides the overview. */
export function AlertObject({ of: { kind, id, name } }: { of: Of }) {
  switch (kind) {
    case 'volume':
    case 'node':
    case 'drive':
    case 'server':
      return <NounLink noun={{ kind, id, name }} />;
    case 'drive-class':
      return <InlineLink {...paths.driveClass(id)}>{name}</InlineLink>;
    case 'cluster':
      return <InlineLink {...paths.overview()}>the cluster</InlineLink>;
  }
}

/** `node t1`. */
export const objectWords = ({ kind, name }: Of): string => (kind === 'cluster' ? 'the cluster' : `${kind.replace('-', ' ')} ${name}`);
