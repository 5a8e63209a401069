import { useEffect, useState } from 'react';
import { usePast } from '../../api/past.js';
import { serverNow } from '../../api/server-clock.js';
import { agoText, clockText, fromNowText, localText, utcText } from './time-text.js';

/** A time in the viewer's time zone; UTC on hover. */
export const Time = ({ at }: { at: string }) => (
  <time className="moment" dateTime={at} title={utcText(at)}>
    {localText(at)}
  </time>
);

/** A short text for a time; both full times on hover. */
const Shortened = ({ at, text }: { at: string; text: string }) => (
  <time dateTime={at} title={`${localText(at)}\n${utcText(at)}`}>
    {text}
  </time>
);

/** A time of the last minutes, to the second. */
export const Clock = ({ at }: { at: string }) => <Shortened at={at} text={localText(at).slice(11)} />;

/** A time of today without date, an earlier one with its date. */
export function Since({ at }: { at: string }) {
  const past = usePast();
  return <Shortened at={at} text={clockText(at, past === null ? serverNow() : Date.parse(past))} />;
}

/** Age by the server's clock, which wrote the time; updates itself. */
export const Ago = ({ at }: { at: string }) => <Shortened at={at} text={agoText(at, useNow())} />;

/** Like `Ago`, for a time that may be in the future: `in 23 h`. */
export const FromNow = ({ at }: { at: string }) => <Shortened at={at} text={fromNowText(at, useNow())} />;

const TICK_MS = 10_000;

/** On a page that shows the past: its moment. */
function useNow(): number {
  const past = usePast();
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return past === null ? now : Date.parse(past);
}
