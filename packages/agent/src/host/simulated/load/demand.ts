/*
 * How much I/O an application wants at a moment, as a factor of its mean: a pure function of its seed and the time, so that the same volume has the same
 * load again after a restart.
 *  - a day: most in the afternoon (UTC), least at night.
 *  - drift over minutes, and jitter from second to second.
 *  - bursts of 8 to 32 s. One application in five is a noisy one, with taller and more frequent bursts.
 */
const DAY_MS = 86_400_000;
/** Share of the day at which the load is highest. */
const PEAK = 15 / 24;
const DAILY = 0.25;
const DRIFTS = [
  { everyMs: 300_000, by: 0.15 },
  { everyMs: 20_000, by: 0.08 },
];
const JITTER_MS = 1000;
const JITTER = 0.05;
const RAMP_MS = 2000;

/** Factor of the mean rates at this time; about 1 over a day, between 0.5 and 4. */
export function demandAt(seed: number, atMs: number): number {
  const ownPeak = PEAK + (shareOf(seed, 1) - 0.5) / 8;
  let factor = 1 + DAILY * Math.cos(2 * Math.PI * (atMs / DAY_MS - ownPeak));
  for (const [at, { everyMs, by }] of DRIFTS.entries()) factor *= 1 + by * drift(seed + at, atMs / everyMs);
  factor *= 1 + JITTER * (2 * shareOf(seed, Math.floor(atMs / JITTER_MS)) - 1);
  return factor * burst(seed, atMs);
}

/** 1, or more during a burst. */
function burst(seed: number, atMs: number): number {
  const isNoisy = shareOf(seed, 2) < 0.2;
  const everyMs = 90_000 + 90_000 * shareOf(seed, 3);
  const turn = Math.floor(atMs / everyMs);
  const own = mixed(seed ^ 0x5bd1e995, turn);
  if (shareOf(own, 0) > (isNoisy ? 0.7 : 0.3)) return 1;
  const lastsMs = 8000 + 24_000 * shareOf(own, 1);
  const sinceMs = atMs - turn * everyMs - (everyMs - lastsMs) * shareOf(own, 2);
  if (sinceMs <= 0 || sinceMs >= lastsMs) return 1;
  const height = (isNoisy ? 1.5 : 0.5) * (0.5 + shareOf(own, 3));
  return 1 + height * Math.min(1, sinceMs / RAMP_MS, (lastsMs - sinceMs) / RAMP_MS);
}

/** Smooth noise from -1 to 1: random values at whole numbers, blended between them. */
function drift(seed: number, at: number): number {
  const whole = Math.floor(at);
  const [before, after] = [shareOf(seed, whole), shareOf(seed, whole + 1)];
  const part = at - whole;
  return 2 * (before + (after - before) * part * part * (3 - 2 * part)) - 1;
}

/** 0 ≤ value < 1, the same for the same numbers. */
const shareOf = (seed: number, at: number): number => mixed(seed, at) / 2 ** 32;

/** Mixes two whole numbers well enough that neighbours have unrelated results (the finalizer of MurmurHash3, public domain). */
function mixed(seed: number, at: number): number {
  let mix = (Math.imul(seed, 0x9e3779b1) + Math.imul(at, 0x85ebca77) + Math.floor(at / 2 ** 32)) | 0;
  mix = Math.imul(mix ^ (mix >>> 16), 0x85ebca6b);
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35);
  return (mix ^ (mix >>> 16)) >>> 0;
}
