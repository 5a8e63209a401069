import { createHash } from 'node:crypto';
import { type PreflightCode, preflightChecks } from '@weft/shared/preflight/checks';
import type { MessageCode, ParamsOf } from '@weft/shared/text/catalogue/catalogue';
import { nodeRef } from '@weft/shared/text/references';
import { type Said, said } from '@weft/shared/text/rendering/render';
import { type PreflightNode, type PreflightWorld, type StorageNic, storageNics } from './preflight-world.js';

/** One object that a check looked at. `identity`: what was found, without values that change by themselves, such as counters. */
export type Outcome =
  | { result: 'passed' }
  | { result: 'failed'; said: Said; identity: string; command: string | null }
  | { result: 'unknown'; facts: string[] };

export interface Checked {
  check: PreflightCode;
  /** Null: of the cluster, a network or a class. */
  node: { id: string; name: string } | null;
  /** Name of the node, network or class; empty: the cluster. */
  subject: string;
  outcome: Outcome;
}

export interface Check {
  code: PreflightCode;
  run: (world: PreflightWorld) => Checked[];
}

export const passed: Outcome = { result: 'passed' };
export const unknown = (...facts: string[]): Outcome => ({ result: 'unknown', facts });
/** A check that looks at nothing on an object: it is neither passed nor failed there. */
export const NOT_CONCERNED = null;

/** Most values of one message; the others are counted. */
const MOST_LISTED = 12;
export const bounded = (values: readonly string[]): string[] =>
  values.length <= MOST_LISTED ? [...values] : [...values.slice(0, MOST_LISTED - 1), `${values.length - MOST_LISTED + 1} more`];

type FindingCode = `preflight-${PreflightCode}` & MessageCode;

/** @param identity by default the data of the message */
export function failed<C extends FindingCode>(
  code: C,
  params: ParamsOf<C>,
  { command = null, identity = JSON.stringify(params) }: { command?: string | null; identity?: string } = {},
): Outcome {
  return { result: 'failed', said: said(code, params), identity, command };
}

type OfNode = (node: PreflightNode, world: PreflightWorld) => Outcome | typeof NOT_CONCERNED;

export const perNode = (code: PreflightCode, of: OfNode): Check => ({
  code,
  run: (world) =>
    world.nodes.flatMap((node) => {
      const outcome = of(node, world);
      return outcome ? [{ check: code, node: { id: node.id, name: node.name }, subject: node.name, outcome }] : [];
    }),
});

export const perName = <T extends { name: string }>(
  code: PreflightCode,
  objects: (world: PreflightWorld) => readonly T[],
  of: (object: T, world: PreflightWorld) => Outcome | typeof NOT_CONCERNED,
): Check => ({
  code,
  run: (world) =>
    objects(world).flatMap((object) => {
      const outcome = of(object, world);
      return outcome ? [{ check: code, node: null, subject: object.name, outcome }] : [];
    }),
});

export const ofCluster = (code: PreflightCode, of: (world: PreflightWorld) => Outcome): Check => ({
  code,
  run: (world) => [{ check: code, node: null, subject: '', outcome: of(world) }],
});

export const refOf = ({ id, name }: { id: string; name: string }) => nodeRef(id, name);

/** What is wrong with one object: true: right. Undefined: unknown. */
export type Verdict = true | string | undefined;

/**
 * Judges the objects of one node: failed if any is wrong, else unknown if any is unknown.
 * @param unknownFact names what is unknown about an object
 */
export function judged<T>(
  objects: readonly T[],
  verdict: (object: T) => Verdict,
  unknownFact: (object: T) => string,
  fail: (wrong: string[], objects: T[]) => Outcome,
): Outcome | typeof NOT_CONCERNED {
  if (objects.length === 0) return NOT_CONCERNED;
  const all = objects.map((object) => ({ object, verdict: verdict(object) }));
  const wrong = all.filter((each): each is { object: T; verdict: string } => typeof each.verdict === 'string');
  if (wrong.length > 0)
    return fail(
      bounded(wrong.map((each) => each.verdict)),
      wrong.map(({ object }) => object),
    );
  const dark = all.filter((each) => each.verdict === undefined).map(({ object }) => unknownFact(object));
  return dark.length > 0 ? { result: 'unknown', facts: bounded(dark) } : passed;
}

export const perStorageNic = (
  code: PreflightCode,
  fact: string,
  verdict: (nic: StorageNic) => Verdict,
  fail: (wrong: string[], nics: StorageNic[], node: PreflightNode) => Outcome,
  only: (nic: StorageNic) => boolean = () => true,
): Check =>
  perNode(code, (node, { networks }) =>
    judged(
      storageNics(node, networks).filter(only),
      verdict,
      ({ nic }) => `${fact} of ${nic.name}`,
      (wrong, nics) => fail(wrong, nics, node),
    ),
  );

/** Id that follows from check, object and what was found: a UUID of version 8 (RFC 9562, 5.8). Every run gives the same finding the same id. */
export function findingId({ check, node, subject, outcome }: Checked): string {
  const found = outcome.result === 'failed' ? outcome.identity : outcome.result;
  const hex = createHash('sha256')
    .update(JSON.stringify([check, node?.id ?? subject, found]))
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const severityOf = (code: PreflightCode) => preflightChecks[code].severity;
