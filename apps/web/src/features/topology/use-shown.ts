import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { Topology } from '../../api/types.js';
import type { Scale } from '../../topology/colours.js';
import { fabricOf } from '../../topology/fabric.js';
import { matchesOf, nameOf } from '../../topology/outline.js';
import { type Colouring, DEFAULT_COLOURING, DEFAULT_GROUPING } from '../../topology/topology-search.js';
import { usePicture } from './use-picture.js';
import { useFlows } from './values/use-flows.js';
import { useWhatIf } from './what-if/use-what-if.js';

const route = getRouteApi('/topology');

interface Colours {
  colouring: Colouring;
  scale: Scale | null;
  isReading: boolean;
  error: unknown;
}

/** What the page shows of a topology, by its address, and how to change that. */
export function useShown(topology: Topology) {
  const { select = null, q = '', colour: colouring = DEFAULT_COLOURING, group = DEFAULT_GROUPING, flow = false, fail } = route.useSearch();
  const navigate = route.useNavigate();
  const fabric = useMemo(() => fabricOf(topology, group), [topology, group]);
  const selected = select !== null && nameOf(fabric, select) !== '' ? select : null;
  const matches = useMemo(() => (q.trim() === '' ? null : matchesOf(fabric, q)), [fabric, q]);
  const flows = useFlows(fabric, flow);
  const setFail = useCallback(
    (next: string[] | null) =>
      void navigate({ search: ({ fail: _, ...before }) => (next === null ? before : { ...before, fail: next }), replace: true }),
    [navigate],
  );
  const whatIf = useWhatIf(fabric, fail, setFail);
  const { picture, scale, isReading, error } = usePicture(fabric, colouring, {
    selected,
    matches,
    flows: flows?.values ?? null,
    over: whatIf?.over ?? null,
  });
  const select_ = useCallback(
    (key: string | null) =>
      navigate({ search: ({ select: _, ...before }) => (key === null ? before : { ...before, select: key }), replace: key === null }),
    [navigate],
  );
  const colours = useMemo((): Colours => ({ colouring, scale, isReading, error }), [colouring, scale, isReading, error]);
  return { fabric, selected, matches, flows, whatIf, picture, colours, setFail, select_ };
}
