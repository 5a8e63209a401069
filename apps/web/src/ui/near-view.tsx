import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Distance below the visible part, so that the content is ready when it comes into view. */
const AHEAD = '0px 0px 200px';

/** Content further down that is costly to load or to keep live: created when it comes near the visible part, and then kept. */
export function NearView({ instead, children }: { instead: ReactNode; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element || isNear) return;
    // The page scrolls inside the shell, so the scroll container needs the margin (scrollMargin; other browsers wait until the box is visible).
    const margins: IntersectionObserverInit & { scrollMargin: string } = { rootMargin: AHEAD, scrollMargin: AHEAD };
    const observer = new IntersectionObserver((entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)), margins);
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear]);
  return isNear ? children : <div ref={box}>{instead}</div>;
}
