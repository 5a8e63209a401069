import { WEFT_VERSION } from '@weft/shared/version';
import { connect } from '../app/server.js';
import type { Config } from '../config/config.schema.js';
import type { Arguments } from './arguments.js';
import { upgradeFacts } from './preflight/facts.js';
import { upgradeFindings } from './preflight/findings.js';

/**
 * `weft-server preflight-upgrade`, run with the new version before its first server starts: what would stop the upgrade, and what to look at. Read-only.
 * @returns the exit code: 0 when nothing stops it, 1 otherwise
 */
export async function preflightCommand(config: Config, print: (line: string) => void, { json = false }: Arguments): Promise<number> {
  const mongo = await connect(config);
  try {
    const findings = upgradeFindings(await upgradeFacts(config, mongo), new Date());
    const stopping = findings.filter(({ severity }) => severity === 'stops').length;
    if (json) print(JSON.stringify({ version: WEFT_VERSION, findings }, null, 2));
    else {
      for (const { severity, message, unblockedBy } of findings) {
        print(`${severity === 'stops' ? 'STOPS' : 'warns'}  ${message}`);
        if (unblockedBy) print(`       ${unblockedBy}`);
      }
      print(`Upgrade to ${WEFT_VERSION}: ${stopping} stop it, ${findings.length - stopping} to look at`);
    }
    return stopping > 0 ? 1 : 0;
  } finally {
    await mongo.close();
  }
}
