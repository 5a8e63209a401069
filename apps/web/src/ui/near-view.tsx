import { type ReactNode, useEffect, useRef, useState } from 'react';

/** So far below what is seen: it is there when it comes into view. */
const AHEAD = '0px 0px 200px';

/** What costs something to load or to keep live, and is further down the page: made once it comes near, and then kept. */
export function NearView({ instead, children }: { instead: ReactNode; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element || isNear) return;
    // The page scrolls inside the shell: its margin is the scroller's (scrollMargin; a browser without it waits until the box is seen).
    const margins: IntersectionObserverInit & { scrollMargin: string } = { rootMargin: AHEAD, scrollMargin: AHEAD };
    const observer = new IntersectionObserver((entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)), margins);
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear]);
  return isNear ? children : <div ref={box}>{instead}</div>;
}
