import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { paths } from '../../paths/paths.js';
import { TextLink } from '../../ui/text/links.js';

/** A lazy chunk together with the positioning library: loaded with the first card. */
const HoverCard = lazy(() => import('./hover-card.js').then((module) => ({ default: module.HoverCard })));

export type EntityKind = 'volume' | 'node' | 'drive';

const OPEN_MS = 500;
const CLOSE_MS = 150;

interface Props {
  kind: EntityKind;
  id: string;
  name: string;
}

/** A link to an object's page. A card with its state and live figures opens while the pointer rests on it; Escape closes the card, and so does scrolling. */
export function EntityLink({ kind, id, name }: Props) {
  const [at, setAt] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const after = (milliseconds: number, next: HTMLElement | null) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAt(next), milliseconds);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (at === null) return;
    const close = () => setAt(null);
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close();
    addEventListener('scroll', close, { capture: true });
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('scroll', close, { capture: true });
      removeEventListener('keydown', onKey);
    };
  }, [at]);
  return (
    <>
      <TextLink
        {...paths[kind](id)}
        onMouseEnter={({ currentTarget }) => after(OPEN_MS, currentTarget)}
        onMouseLeave={() => after(CLOSE_MS, null)}
        onClick={() => setAt(null)}
      >
        {name}
      </TextLink>
      {at ? (
        <Suspense fallback={null}>
          <HoverCard
            at={at}
            kind={kind}
            id={id}
            name={name}
            onStay={() => clearTimeout(timer.current)}
            onLeave={() => after(CLOSE_MS, null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
