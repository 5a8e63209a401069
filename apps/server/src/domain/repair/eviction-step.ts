import type { Reason } from '@weft/shared/messages/report';
import type { JobView, StepView } from '../documents/job.document.js';
import type { VolumeDocument } from '../documents/volume.document.js';
import { evictionView } from './eviction-view.js';
import { hasCache, isOn, type Place, refOf, withScheduling } from './place.js';

/** All stored data that determines how far an eviction is. */
export interface EvictionWorld {
  /** Null: it was removed. */
  place: Place | null;
  /** Volumes with legs there. */
  volumes: readonly VolumeDocument[];
  /** Why nodes have not removed legs that they were ordered to remove, by leg. */
  removalReasons: ReadonlyMap<string, Reason>;
  now: Date;
}

export interface EvictionStep {
  place: Place | null;
  view: JobView;
}

/**
 * The next state of an eviction: it ends when no leg is left. Pure.
 * @param steps the steps of its job so far.
 */
export function evictionStep({ place, volumes, removalReasons, now }: EvictionWorld, steps: readonly StepView[]): EvictionStep {
  const isEvicting = place?.scheduling === 'evicting';
  const evicted = place && { place: refOf(place), isEvicting, holds: isOn(place), hasCache: hasCache(place) };
  const view = evictionView(evicted, volumes, steps, removalReasons);
  return { view, place: place && isEvicting && view.state === 'done' ? withScheduling(place, 'evicted', now) : place };
}
