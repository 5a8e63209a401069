import type { Sanitize } from '@weft/shared/messages/sanitize';
import { sanitizeActions } from '@weft/shared/wipe/wipe-method';
import { z } from 'zod';
import { HostError } from '../../host.js';
import type { RunCommand } from '../run/command.js';

const SECONDS = 30;

/** `nvme id-ctrl --output-format=json`. CMIC bit 1: the subsystem may have two or more controllers (NVM Express Base 2.0, figure 275). */
const idCtrl = z.object({ sanicap: z.number().default(0), cmic: z.number().default(0) });
const SANICAP = { 'crypto-erase': 1, 'block-erase': 2, overwrite: 4 } as const;
const MORE_CONTROLLERS = 2;

export function parseSanitizeCapability(json: string): Pick<Sanitize, 'actions'> & { hasMoreControllers: boolean } {
  const { sanicap, cmic } = idCtrl.parse(JSON.parse(json));
  return {
    actions: sanitizeActions.filter((action) => (sanicap & SANICAP[action]) !== 0),
    hasMoreControllers: (cmic & MORE_CONTROLLERS) !== 0,
  };
}

/**
 * `nvme sanitize-log --output-format=json`: one object, by the name of the device. `sstat.status` begins with bits 2:0 of SSTAT in parentheses; SPROG is in
 * units of 1/65536 (json_sanitize_log in nvme-cli; NVM Express Base 2.0, Sanitize Status log page).
 */
const sanitizeLog = z.record(z.string(), z.object({ sprog: z.number(), sstat: z.object({ status: z.string().regex(/^\(\d\)/) }) }));
/** 4: done, with no deallocation requested. */
const STATES: Record<string, Sanitize['state']> = { 0: 'never', 1: 'done', 2: 'running', 3: 'failed', 4: 'done' };
const SPROG_UNITS = 65_536;

export function parseSanitizeLog(json: string): Pick<Sanitize, 'state' | 'progressRatio'> {
  const [log] = Object.values(sanitizeLog.parse(JSON.parse(json)));
  const state = STATES[log?.sstat.status.charAt(1) ?? ''] ?? 'unknown';
  // Rounded, because each change of the inventory is sent to the server.
  return { state, progressRatio: state === 'running' && log ? Math.min(1, Math.floor((log.sprog / SPROG_UNITS) * 100) / 100) : null };
}

const namespaceList = z.object({ nsid_list: z.array(z.object({ nsid: z.number() })) });
export const parseNamespaceIds = (json: string): number[] => namespaceList.parse(JSON.parse(json)).nsid_list.map(({ nsid }) => nsid);

type Ability = Pick<Sanitize, 'actions' | 'besides'>;

/**
 * Asks the drive, now.
 * @param device the controller, or the namespace itself. Undefined: the drive does not answer.
 */
export async function readSanitize(run: RunCommand, device: string, nsid: number): Promise<Sanitize | undefined> {
  return withLog(run, device, await readAbility(run, device, nsid));
}

const ABILITY_MS = 600_000;
interface Answer {
  of: string;
  readAt: number;
  ability: Ability;
}
/** The last answer of each controller, by the host that asked. */
const answers = new WeakMap<RunCommand, Map<string, Answer>>();

/**
 * For the inventory, which looks every 30 s: only the log is read each time, and abilities and neighbours of the drive again after 10 minutes.
 * @param of identity of the drive and its firmware; another one in the slot is asked at once
 */
export async function lookAtSanitize(
  run: RunCommand,
  device: string,
  { nsid, of }: { nsid: number; of: string },
  now = performance.now(),
): Promise<Sanitize | undefined> {
  const known = answers.get(run) ?? new Map<string, Answer>();
  answers.set(run, known);
  const last = known.get(device);
  if (last?.of === of && now - last.readAt < ABILITY_MS) return withLog(run, device, last.ability);
  const ability = await readAbility(run, device, nsid);
  if (ability) known.set(device, { of, readAt: now, ability });
  else known.delete(device);
  return withLog(run, device, ability);
}

async function withLog(run: RunCommand, device: string, ability: Ability | undefined): Promise<Sanitize | undefined> {
  if (!ability) return undefined;
  if (ability.actions.length === 0) return { ...ability, state: 'never', progressRatio: null };
  const log = parsed(await ask(run, 'sanitize-log', device), parseSanitizeLog) ?? { state: 'unknown' as const, progressRatio: null };
  return { ...ability, ...log };
}

async function readAbility(run: RunCommand, device: string, nsid: number): Promise<Ability | undefined> {
  const capability = parsed(await ask(run, 'id-ctrl', device), parseSanitizeCapability);
  if (!capability) return undefined;
  const { actions, hasMoreControllers } = capability;
  if (actions.length === 0) return { actions, besides: 'nothing' };
  if (hasMoreControllers) return { actions, besides: 'controllers' };
  // Allocated namespaces, also those that are not attached. A controller without namespace management does not list them, and hides none.
  const ids = parsed((await ask(run, 'list-ns', device, '--all')) ?? (await ask(run, 'list-ns', device)), parseNamespaceIds);
  const isAlone = ids?.length === 1 && ids[0] === nsid;
  return { actions, besides: isAlone ? 'nothing' : ids ? 'namespaces' : 'unknown' };
}

const ask = (run: RunCommand, command: string, device: string, ...options: string[]) =>
  answerOf(run, ['nvme', command, device, ...options, '--output-format=json']);

async function answerOf(run: RunCommand, argv: string[]): Promise<string | undefined> {
  try {
    return (await run(argv, { seconds: SECONDS })).stdout;
  } catch (error) {
    // A drive without the command or the log page, or one that does not answer: reported as unknown, and then nothing is sanitized.
    if (error instanceof HostError) return undefined;
    throw error;
  }
}

/** Output that is not what the program documents counts as no answer. */
function parsed<T>(json: string | undefined, parse: (json: string) => T): T | undefined {
  if (json === undefined) return undefined;
  try {
    return parse(json);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}
