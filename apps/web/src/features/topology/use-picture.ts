import { useComputedColorScheme } from '@mantine/core';
import { useMemo, useState } from 'react';
import { fillOf, type Scale, scaleOf } from '../../topology/colours.js';
import type { Picture } from '../../topology/drawing/picture.js';
import { readTheme } from '../../topology/drawing/theme.js';
import type { Fabric } from '../../topology/fabric.js';
import { type Flows, flowLooks } from '../../topology/flow.js';
import { layoutOf, shapeOf } from '../../topology/layout.js';
import { type Followed, follow, overall } from '../../topology/links.js';
import type { Colouring } from '../../topology/topology-search.js';
import { usePaths } from './use-paths.js';
import { useValues } from './values/use-values.js';

/** Width over height of the space for the picture: the window without its surroundings. The layout keeps its aspect when the window changes. */
const pictureAspect = (): number => {
  const { innerWidth, innerHeight } = window;
  const beside = 290 + Math.min(400, Math.max(272, innerWidth * 0.24));
  return Math.min(2.4, Math.max(0.9, (innerWidth - beside) / (innerHeight - 130)));
};

const NO_ENDS: Picture['ends'] = new Map();

interface Shown {
  /** I/O of the attachments; null: links show their state. */
  flows: Flows | null;
  /** Other colours of some objects. */
  over: ((base: Picture['fillOf']) => Picture['fillOf']) | null;
  selected: string | null;
  /** Keys of the search results; null: no search. */
  matches: readonly string[] | null;
}

/** Highlighted objects of the picture: of the search, else of the followed paths. */
function markedOf({ selected, matches }: Pick<Shown, 'selected' | 'matches'>, followed: Followed | null): Picture['marked'] {
  if (matches) return new Set([...matches, ...(selected === null ? [] : [selected])]);
  return followed?.keys ?? null;
}

interface ColouredPicture {
  picture: Picture;
  /** Null: the colouring has no steps. */
  scale: Scale | null;
  isReading: boolean;
  error: unknown;
}

export function usePicture(fabric: Fabric, colouring: Colouring, { selected, matches, flows, over }: Shown): ColouredPicture {
  const scheme = useComputedColorScheme('light');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are those of the scheme.
  const theme = useMemo(readTheme, [scheme]);
  const [aspect] = useState(pictureAspect);
  const shape = useMemo(() => shapeOf(fabric), [fabric]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a fabric of the same shape has the same layout, whatever state it is in.
  const layout = useMemo(() => layoutOf(fabric, aspect), [shape]);
  const { values, isReading, error } = useValues(fabric, colouring);
  const scale = useMemo(() => scaleOf(colouring, values), [colouring, values]);
  const whole = useMemo(() => overall(fabric), [fabric]);
  const paths = usePaths(selected);
  const followed = useMemo(() => (selected === null ? null : follow(fabric, selected, paths)), [fabric, selected, paths]);

  const picture = useMemo((): Picture => {
    const following = followed !== null && followed.links.length > 0 ? followed : null;
    const links = following?.links ?? whole;
    const fill = fillOf(fabric, colouring, values);
    return {
      layout,
      theme,
      fillOf: over ? over(fill) : fill,
      links,
      looks: flows && flowLooks(links, flows),
      ends: following?.ends ?? NO_ENDS,
      isFollowing: following !== null,
      marked: markedOf({ selected, matches }, following),
      selected,
    };
  }, [layout, theme, fabric, colouring, values, followed, whole, matches, selected, flows, over]);
  return { picture, scale, isReading, error };
}
