import { WEFT_VERSION } from '@weft/shared/version';
import { connect } from '../app/server.js';
import type { Config } from '../config/config.schema.js';
import type { Arguments } from './arguments.js';
import { upgradeFacts } from './preflight/facts.js';
import { upgradeFindings } from './preflight/findings.js';
import { printFindings } from './severity/severity.js';

/**
 * `weft-server preflight-upgrade`, run with the new version before its first server starts: what would stop the upgrade, and what to look at. Read-only.
 * @returns the exit code: 0 when nothing stops it, 1 otherwise
 */
export async function preflightCommand(config: Config, print: (line: string) => void, { json = false }: Arguments): Promise<number> {
  const mongo = await connect(config);
  try {
    const findings = upgradeFindings(await upgradeFacts(config, mongo), new Date());
    const summary = (stopping: number, others: number) => `Upgrade to ${WEFT_VERSION}: ${stopping} stop it, ${others} to look at`;
    return printFindings(findings, print, { json, summary });
  } finally {
    await mongo.close();
  }
}
