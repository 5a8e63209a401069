import { useCallback, useMemo, useState } from 'react';
import type { Fabric } from '../../topology/fabric.js';
import { linesOf, matchLines, surroundingsOf } from '../../topology/outline.js';

/** Limit of search results in the list; the picture marks all of them. */
export const MOST_LISTED = 200;

/** The lines of the outline, and which of them are open. @param matches search results; null: no search */
export function useOutline(fabric: Fabric, matches: readonly string[] | null) {
  const [open, setAll] = useState<ReadonlySet<string>>(() => new Set(['area:targets', ...fabric.sides.targets.map(({ key }) => key)]));
  const lines = useMemo(
    () => (matches ? matchLines(fabric, matches.slice(0, MOST_LISTED)) : linesOf(fabric, open)),
    [fabric, open, matches],
  );
  const setOpen = useCallback(
    (key: string, isOpen: boolean) =>
      setAll((before) => {
        const next = new Set(before);
        if (isOpen) next.add(key);
        else next.delete(key);
        return next;
      }),
    [],
  );
  /** Opens whatever contains an object. */
  const reveal = (key: string) => setAll((before) => new Set([...before, ...surroundingsOf(fabric, key)]));
  return { lines, setOpen, reveal };
}
