import { classFill, type Fill, type Scale } from '../../../topology/colours.js';
import type { Fabric } from '../../../topology/fabric.js';
import type { Colouring } from '../../../topology/topology-search.js';
import { valueText } from '../../../ui/text/value-text.js';

export interface Entry {
  label: string;
  fill: Fill;
}

const HEALTH: Entry[] = [
  { label: 'healthy', fill: { tone: 'good' } },
  { label: 'not in use', fill: { tone: 'idle' } },
  { label: 'changing', fill: { tone: 'busy' } },
  { label: 'warning', fill: { tone: 'warn' } },
  { label: 'failed', fill: { tone: 'bad' } },
];

/** Colours of a colouring and what they mean. */
export function entriesOf({ topology }: Fabric, colouring: Colouring, scale: Scale | null): Entry[] {
  if (colouring === 'health') return HEALTH;
  if (colouring === 'class') {
    const named = topology.driveClasses.slice(0, 10).map(({ name }, index) => ({ label: name, fill: classFill(index) }));
    const more = topology.driveClasses.length - named.length;
    return [...named, ...(more > 0 ? [{ label: `${more} more`, fill: classFill(10) }] : []), { label: 'in none', fill: 'nothing' }];
  }
  const unit = colouring === 'latency' ? 's' : 'ratio';
  const ends = scale?.ends ?? [];
  const text = (value: number) => valueText(value, unit);
  // A load of 100 % is that of the busiest object, which need not be saturated.
  const whole = colouring === 'load' ? ' of the busiest' : '';
  const steps = ends.map((end, step) => ({ label: `under ${text(end)}`, fill: { step } }));
  return [
    { label: NOTHING[colouring], fill: 'nothing' },
    ...steps,
    { label: `${text(ends.at(-1) ?? 0)} and more${whole}`, fill: { step: ends.length } },
  ];
}

const NOTHING = { wear: 'not reported', space: 'not in service', latency: 'no I/O observed', load: 'not observed' } as const;

export function noteOf(colouring: Colouring, scale: Scale | null): string {
  switch (colouring) {
    case 'health':
      return '';
    case 'space':
      return 'Allocated to legs, of the capacity for legs.';
    case 'wear':
      return 'Used endurance, by SMART.';
    case 'class':
      return 'A drive in several classes has the colour of the first.';
    case 'latency':
      return 'Average latency in the last 30 s.';
    case 'load': {
      const most = [...(scale?.most ?? [])].map(([kind, value]) => `${kind} ${valueText(value, '1/s')}`);
      const busiest = most.length > 0 ? ` Busiest: ${most.join(', ')}.` : '';
      return `I/O in the last 30 s. The strongest colour is the busiest object of its kind, not a limit.${busiest}`;
    }
  }
}
