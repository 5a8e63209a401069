import { type ComponentType, createContext, type MouseEvent, type ReactNode, Suspense, use, useEffect, useRef, useState } from 'react';

export type EntityKind = 'volume' | 'node' | 'drive';

export interface EntityCardProps {
  at: HTMLElement;
  kind: EntityKind;
  id: string;
  name: string;
  /** The pointer is on the card, which stays (WCAG 2.2, 1.4.13). */
  onStay: () => void;
  onLeave: () => void;
}

/** The card of links. The shell provides it, because it shows objects of every feature. Null: links have none. */
export const EntityCard = createContext<ComponentType<EntityCardProps> | null>(null);

const OPEN_MS = 500;
const CLOSE_MS = 150;

interface Opener {
  onMouseEnter: (event: MouseEvent<HTMLElement>) => void;
  onMouseLeave: () => void;
  onClick: () => void;
}

/** The card of an object: opens while the pointer rests on the element with these handlers. Escape closes it, and so does scrolling. */
export function useEntityCard(kind: EntityKind, id: string, name: string): { opener: Opener; card: ReactNode } {
  const Card = use(EntityCard);
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
  return {
    opener: {
      onMouseEnter: ({ currentTarget }) => after(OPEN_MS, currentTarget),
      onMouseLeave: () => after(CLOSE_MS, null),
      onClick: () => setAt(null),
    },
    card:
      at && Card ? (
        <Suspense fallback={null}>
          <Card at={at} kind={kind} id={id} name={name} onStay={() => clearTimeout(timer.current)} onLeave={() => after(CLOSE_MS, null)} />
        </Suspense>
      ) : null,
  };
}
