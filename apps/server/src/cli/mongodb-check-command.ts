import type { Config } from '../config/config.schema.js';
import type { Arguments } from './arguments.js';
import { isUnread, mongodbFacts } from './mongodb/facts.js';
import { mongodbFindings } from './mongodb/findings.js';
import { printFindings } from './severity/severity.js';

/** A member that does not answer must not hide the others for longer. */
const TIMEOUT_MS = 5000;

/**
 * `weft-server mongodb check`: whether the replica set of `mongodbUri` suits Weft. Asks every member by itself, and works without a majority too. Read-only.
 * @returns the exit code: 0 when nothing stops Weft, 1 otherwise
 */
export async function mongodbCheckCommand(
  { mongodbUri, mongodbDatabase }: Config,
  print: (line: string) => void,
  { json = false }: Arguments,
): Promise<number> {
  const facts = await mongodbFacts(mongodbUri, mongodbDatabase, TIMEOUT_MS);
  if (!json)
    for (const { host, answer } of facts.members)
      print(isUnread(answer) ? `${host}: no answer` : `${host}: ${answer.state}, MongoDB ${answer.version}`);
  const summary = (stopping: number, others: number) => `${stopping} stop Weft, ${others} to look at`;
  return printFindings(mongodbFindings(facts), print, { json, summary });
}
