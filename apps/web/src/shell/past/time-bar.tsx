import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { api } from '../../api/client.js';
import { messageOf } from '../../api/problem.js';
import type { components } from '../../api/schema.js';
import { serverNow } from '../../api/server-clock.js';
import { paths } from '../../paths/paths.js';
import { InlineLink, TextLink } from '../../ui/text/links.js';
import { localValue } from '../../ui/time/local-value.js';
import { Time } from '../../ui/time/time.js';
import { localText } from '../../ui/time/time-text.js';
import styles from './time-bar.module.css';
import { nextMark, placeOf, type Window, windowNames, windowOf, windows } from './windows.js';

type Recorded = components['schemas']['RecordedMoments'];

/** Between two reads of marks and gaps. */
const REREAD_MS = 30_000;
/** After the last step of the slider, the page is read. */
const SETTLE_MS = 300;

const percent = (fraction: number): string => `${(fraction * 100).toFixed(3)}%`;

function useRecorded(window: Window) {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), REREAD_MS);
    return () => clearInterval(timer);
  }, []);
  const span = { from: now - windows[window].ms, to: now };
  const query = { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() };
  const { data, error } = api.useQuery('get', '/api/v1/moments', { params: { query } }, { placeholderData: (kept) => kept });
  return { span, recorded: data, error };
}

/** The moment that the slider is at, before the page shows it. */
function useSliding(at: string, onMoment: (at: string) => void) {
  const [sliding, setSliding] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another moment ends the slide.
  useEffect(() => setSliding(null), [at]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const slide = (to: number) => {
    setSliding(to);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onMoment(new Date(to).toISOString()), SETTLE_MS);
  };
  return { moment: sliding ?? Date.parse(at), slide };
}

/** The moment that the page shows, and the way to others. @param isShown false: this page has no past */
export function TimeBar({ at, isShown }: { at: string; isShown: boolean }) {
  const navigate = useNavigate();
  const onMoment = (next: string) => void navigate({ to: '.', search: (before) => ({ ...before, at: next }) });
  const [window, setWindow] = useState(() => windowOf(Date.parse(at), serverNow()));
  const { span, recorded, error } = useRecorded(window);
  const { moment, slide } = useSliding(at, onMoment);
  const { stepMs } = windows[window];
  const marks = recorded?.marks ?? [];
  const [earlier, later] = [nextMark(marks, moment, -1), nextMark(marks, moment, 1)];
  return (
    <section className={styles.bar} aria-label="Time">
      <p className={styles.banner} role="status">
        {isShown ? (
          <>
            You see the cluster as it was at <Time at={new Date(moment).toISOString()} />. Nothing can be changed here.
          </>
        ) : (
          <>
            This page has no past: it shows the present, not <Time at={new Date(moment).toISOString()} />.
          </>
        )}{' '}
        <InlineLink to="." search={(before: object) => ({ ...before, at: undefined })}>
          Return to now
        </InlineLink>
      </p>
      <div className={styles.slider}>
        <Track recorded={recorded} span={span} />
        <input
          type="range"
          aria-label="Moment"
          aria-valuetext={localText(new Date(moment).toISOString())}
          min={span.from}
          max={span.to}
          step={stepMs}
          value={Math.min(span.to, Math.max(span.from, moment))}
          onChange={({ target }) => slide(Number(target.value))}
        />
      </div>
      <div className={styles.controls}>
        <span className={styles.group}>
          {windowNames.map((name) => (
            <Button
              key={name}
              size="compact-xs"
              variant={name === window ? 'filled' : 'default'}
              aria-pressed={name === window}
              onClick={() => setWindow(name)}
            >
              {windows[name].words}
            </Button>
          ))}
        </span>
        <span className={styles.group}>
          <Step label="Previous event" to={earlier} onMoment={onMoment} />
          <Step label="Next event" to={later} onMoment={onMoment} />
        </span>
        <label className={styles.exact}>
          Exact time{' '}
          <input
            type="datetime-local"
            step={1}
            value={localValue(moment)}
            onChange={({ target }) => {
              const time = new Date(target.value).getTime();
              if (Number.isFinite(time)) slide(time);
            }}
          />
        </label>
        <TextLink {...paths.momentChanges(new Date(moment).toISOString())}>What changed since</TextLink>
      </div>
      {error ? <p className={styles.note}>The events of this time could not be read: {messageOf(error)}</p> : null}
    </section>
  );
}

function Step({ label, to, onMoment }: { label: string; to: string | undefined; onMoment: (at: string) => void }) {
  return (
    <Button size="compact-xs" variant="default" disabled={to === undefined} onClick={() => to && onMoment(to)}>
      {label}
    </Button>
  );
}

/** Marks where something happened, and hatched times of which nothing is recorded. For the eye: the buttons beside lead to the same events. */
function Track({ recorded, span }: { recorded: Recorded | undefined; span: { from: number; to: number } }) {
  const place = (time: string | null, otherwise: number) => (time === null ? otherwise : placeOf(Date.parse(time), span));
  return (
    <div className={styles.track} aria-hidden>
      {recorded?.gaps.map(({ from, to }) => (
        <i
          key={`${from} ${to}`}
          className={styles.gap}
          title={`Nothing is recorded ${from ? `from ${localText(from)} ` : ''}${to ? `until ${localText(to)}` : 'until now'}`}
          style={{ '--from': percent(place(from, 0)), '--to': percent(place(to, 1)) } as CSSProperties}
        />
      ))}
      {recorded?.marks.map(({ at, severity, count, message }) => (
        <i
          key={at}
          className={styles.mark}
          data-severity={severity}
          title={`${localText(at)}: ${message}${count > 1 ? ` (and ${count - 1} more)` : ''}`}
          style={{ '--from': percent(placeOf(Date.parse(at), span)) } as CSSProperties}
        />
      ))}
    </div>
  );
}
