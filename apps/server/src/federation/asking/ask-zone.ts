import { MAX_ALERTS_OF_ZONE } from '@weft/shared/kinds/zones/zone';
import {
  type ReadSearch,
  type ReadTopology,
  readAlerts,
  readHealth,
  readOverview,
  readSearch,
  readSettings,
  readTopology,
} from '@weft/shared/kinds/zones/zone-answers';
import type { Message } from '@weft/shared/text/message';
import { messageOf } from '@weft/shared/text/rendering/render';
import { z } from 'zod';
import type { Identity, Part, Round } from '../record/zone-record.js';
import { mapPart, partOf } from './read-part.js';
import { type ZoneAddress, ZoneRequestError } from './zone-request.js';

const MiB = 2 ** 20;
/** Largest answer of each kind, plain. Measured with 128 targets, 3,072 drives, 1,000 volumes: docs/measured.md. */
const LIMIT_BYTES = { small: MiB, overview: 8 * MiB, topology: 64 * MiB };

const paths = {
  health: '/healthz',
  settings: '/api/v1/settings',
  overview: '/api/v1/overview',
  alerts: `/api/v1/alerts?open=true&causedBy=none&limit=${MAX_ALERTS_OF_ZONE}&sort=-startedAt`,
  topology: '/api/v1/topology',
};
const problem = z.object({ detail: z.string() });
const MOST_DETAIL = 300;

/** A zone gave no usable answer. */
export class ZoneFault extends Error {
  override readonly name = 'ZoneFault';
  constructor(
    readonly state: 'unreachable' | 'unauthorised',
    readonly reason: Message,
    cause?: unknown,
  ) {
    super(reason.code, { cause });
  }
}

export interface Asking {
  address: ZoneAddress;
  token: string;
  /** `performance.now()` by when all answers must be there. */
  deadline: number;
  /** For messages: the time that was given. */
  limitSeconds: number;
  /** Called after each request, with its path without the query. */
  asked: (path: string, seconds: number) => void;
}

const pathOnly = (path: string): string => path.split('?')[0] ?? path;

function faultOf(error: unknown, path: string, limitBytes: number, { address: { url }, limitSeconds }: Asking): ZoneFault {
  if (!(error instanceof ZoneRequestError)) throw error;
  const { of } = error;
  switch (of.fault) {
    case 'late':
      return new ZoneFault('unreachable', messageOf('zone-late', { url, limitSeconds }), error);
    case 'too-large':
      return new ZoneFault(
        'unreachable',
        messageOf('zone-answer-too-large', { url, path: pathOnly(path), limitMebibytes: limitBytes / MiB }),
        error,
      );
    case 'certificate':
      return new ZoneFault('unreachable', messageOf('zone-certificate', { url, explanation: of.explanation }), error);
    case 'unreachable':
      return new ZoneFault('unreachable', messageOf('zone-unreachable', { url, explanation: of.explanation }), error);
  }
}

function json(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** @returns the JSON of the answer @throws ZoneFault */
async function get(asking: Asking, path: string, limitBytes: number): Promise<unknown> {
  const { address, token, deadline } = asking;
  const { url } = address;
  const startedMs = performance.now();
  const limitMs = Math.max(1, deadline - startedMs);
  const answer = await address
    .get(path, token, { limitMs, limitBytes })
    .catch((error: unknown) => {
      throw faultOf(error, path, limitBytes, asking);
    })
    .finally(() => asking.asked(pathOnly(path), (performance.now() - startedMs) / 1000));
  const { status, isJson } = answer;
  const value = isJson ? json(answer.body) : undefined;
  if (status === 200 && value !== undefined) return value;
  const explained = problem.safeParse(value);
  if (!explained.success) throw new ZoneFault('unreachable', messageOf('zone-answer-foreign', { url, path: pathOnly(path), status }));
  const explanation = explained.data.detail.slice(0, MOST_DETAIL);
  if (status === 401 || status === 403) throw new ZoneFault('unauthorised', messageOf('zone-token-refused', { url, explanation }));
  throw new ZoneFault('unreachable', messageOf('zone-error', { url, path: pathOnly(path), status, explanation }));
}

const identityOf = async (asking: Asking): Promise<Part<Identity>> =>
  partOf(readSettings, paths.settings, await get(asking, paths.settings, LIMIT_BYTES.small));

/** Asks one server of a zone for everything that the overview needs. */
export async function askRound(asking: Asking): Promise<Round> {
  const askedAt = new Date();
  try {
    const before = await identityOf(asking);
    const [health, overview, alerts] = await Promise.all([
      get(asking, paths.health, LIMIT_BYTES.small),
      get(asking, paths.overview, LIMIT_BYTES.overview),
      get(asking, paths.alerts, LIMIT_BYTES.overview),
    ]);
    return {
      ...{ kind: 'answered', url: asking.address.url, askedAt },
      version: mapPart(partOf(readHealth, paths.health, health), ({ version }) => version),
      overview: partOf(readOverview, paths.overview, overview),
      alerts: partOf(readAlerts, pathOnly(paths.alerts), alerts),
      identities: [before, await identityOf(asking)],
    };
  } catch (error) {
    if (error instanceof ZoneFault) return { kind: 'failed', state: error.state, reason: error.reason };
    throw error;
  }
}

/** An answer, if the cluster is the expected one before and after. */
async function ofCluster<T>(asking: Asking, clusterId: string, read: () => Promise<Part<T>>): Promise<T> {
  const part = await read();
  const identity = await identityOf(asking);
  for (const each of [part, identity])
    if ('fields' in each) throw new ZoneFault('unreachable', messageOf('zone-answer-unreadable', { path: each.path, fields: each.fields }));
  const { clusterId: foundId } = (identity as { value: Identity }).value;
  if (foundId !== clusterId)
    throw new ZoneFault('unreachable', messageOf('zone-other-cluster', { url: asking.address.url, expectedId: clusterId, foundId }));
  return (part as { value: T }).value;
}

/** @throws ZoneFault */
export const askTopology = (asking: Asking, clusterId: string): Promise<ReadTopology> =>
  ofCluster(asking, clusterId, async () => partOf(readTopology, paths.topology, await get(asking, paths.topology, LIMIT_BYTES.topology)));

/** @throws ZoneFault */
export const askSearch = (asking: Asking, clusterId: string, text: string): Promise<ReadSearch> => {
  const path = `/api/v1/search?${new URLSearchParams({ text })}`;
  return ofCluster(asking, clusterId, async () => partOf(readSearch, '/api/v1/search', await get(asking, path, LIMIT_BYTES.small)));
};
