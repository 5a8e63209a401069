import type { ListedOrphan } from '../../api/types.js';
import { NounLink } from '../../ui/text/linked.js';

/** A drive may hold legs of hundreds of volumes; the API and the CSV name all of them. */
const SHOWN = 3;

/** Volumes that an orphan may belong to. */
export function Volumes({ of: { which, references } }: { of: ListedOrphan['volume'] }) {
  if (references.length === 0) return <span className="dimmed">{which}</span>;
  const more = references.length - SHOWN;
  return (
    <>
      {references.slice(0, SHOWN).map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 ? ', ' : null}
          {name === null ? <code title={id}>{id}</code> : <NounLink noun={{ kind: 'volume', id, name }} />}
        </span>
      ))}
      {more > 0 ? <span className="dimmed"> and {more} more</span> : null}
    </>
  );
}
