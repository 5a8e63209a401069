import { WEFT_VERSION } from '@weft/shared/version';
import { connect } from '../app/server.js';
import type { Config } from '../config/config.schema.js';
import { schemaState } from '../core/mongo/migrations/migrate.js';
import type { Mongo } from '../core/mongo/mongo.js';
import type { Arguments } from './arguments.js';
import { checkFacts } from './check/facts.js';
import type { CheckFinding } from './check/finding.js';
import { checkFindings, olderSchema } from './check/findings.js';
import { repair } from './check/repair.js';
import { Person } from './person.js';

type Print = (line: string) => void;

async function findingsOf(mongo: Mongo): Promise<CheckFinding[]> {
  const { found, known } = await schemaState(mongo);
  return found < known ? [olderSchema({ found, known })] : checkFindings(await checkFacts(mongo));
}

function printFindings(findings: readonly CheckFinding[], print: Print): void {
  for (const { severity, finding, mend } of findings) {
    print(`${severity === 'found' ? 'FOUND' : 'UNKNOWN'} ${finding.message}`);
    if (finding.unblockedBy) print(`      ${finding.unblockedBy}`);
    if (mend) print(`      Mend: ${mend.plan.message}`);
  }
}

/** Offers each mend with its plan. @returns the number of findings that were mended or no longer hold */
async function offerMends(mongo: Mongo, findings: readonly CheckFinding[], print: Print): Promise<number> {
  const person = new Person();
  let ended = 0;
  try {
    for (const { finding, mend } of findings) {
      if (!mend) continue;
      print(`\n${finding.message}\n      ${mend.plan.message}`);
      if (!(await person.agrees('      Do this? Type yes: '))) continue;
      print((await repair(mongo, mend)) ? '      done' : '      nothing changed: it no longer holds');
      ended++;
    }
  } finally {
    person.leave();
  }
  return ended;
}

/**
 * `weft-server check`: compares the records of the database with each other and with the last reports of the nodes. Read-only, except for the mends that a
 * person accepts one by one with `--repair`.
 * @returns the exit code: 0 all compared and all is well, 1 with findings, 3 nothing found, but something could not be compared
 */
export async function checkCommand(config: Config, print: Print, { json = false, repair: mends = false }: Arguments): Promise<number> {
  const mongo = await connect(config);
  try {
    const findings = await findingsOf(mongo);
    const wrong = findings.filter(({ severity }) => severity === 'found').length;
    if (json) print(JSON.stringify({ version: WEFT_VERSION, findings }, null, 2));
    else {
      printFindings(findings, print);
      print(findings.length === 0 ? 'database and hosts agree' : `${wrong} found, ${findings.length - wrong} not compared`);
    }
    const ended = mends ? await offerMends(mongo, findings, print) : 0;
    if (wrong > ended) return 1;
    return findings.length > wrong ? 3 : 0;
  } finally {
    await mongo.close();
  }
}
