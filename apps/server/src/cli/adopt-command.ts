import { userInfo } from 'node:os';
import { said, textOfMessage } from '@weft/shared/text/rendering/render';
import { connect } from '../app/server.js';
import { recordByCommand } from '../audit/audit.service.js';
import type { Config } from '../config/config.schema.js';
import { SealedSecrets } from '../core/secrets/sealed-secrets.js';
import { volumeOf } from '../domain/documents/references.js';
import { AssignmentsService } from '../domain/store/assignments.service.js';
import { AuthenticationPairs } from '../domain/store/authentication-pairs.service.js';
import { ExportKeys } from '../domain/store/keys/export-keys.service.js';
import { AdoptionStore } from '../domain/store/rebuild/adoption-store.service.js';
import { WorldStore } from '../domain/store/world-store.service.js';
import { SettingsService } from '../settings/settings.service.js';
import type { Arguments } from './arguments.js';
import { readDescriptions } from './node-descriptions.js';

/** `weft-server adopt FOLDER --volume NAME`: a volume that only the drives know becomes one of the database again, detached. Servers may run. */
export async function adoptCommand(
  config: Config,
  print: (line: string) => void,
  { file: folder = '', volume: nameOrId = '', dryRun = false }: Arguments,
): Promise<number> {
  const descriptions = await readDescriptions(folder);
  const mongo = await connect(config);
  try {
    const settings = SettingsService.reading(mongo, config);
    const secrets = new SealedSecrets(config);
    const exportKeys = new ExportKeys(mongo, secrets);
    const store = new AdoptionStore(
      mongo,
      new WorldStore(mongo, new AssignmentsService(mongo, settings, new AuthenticationPairs(mongo, secrets, exportKeys), exportKeys)),
    );
    const { volume, notes } = await mongo.transaction(async (session) => {
      const { clusterId } = await settings.get(session);
      if (dryRun) return store.plan(nameOrId, descriptions, clusterId, session);
      const adopted = await store.adopt(nameOrId, descriptions, clusterId, session);
      const { _id: id, name, legs } = adopted.volume;
      const { reason: code, params, message: text } = said('volume-adopted', { volume: volumeOf(adopted.volume), legs: legs.length });
      await recordByCommand(mongo, session, {
        ...{ by: `weft-server adopt (${userInfo().username})`, action: 'database.mend', subject: { kind: 'volume', id, name } },
        statements: [{ statement: 'database-mended', about: { id, name }, code, params, text }],
      });
      return adopted;
    });
    for (const note of notes) print(`${note.code}: ${textOfMessage(note)}`);
    const { name, spec, legs, _id } = volume;
    print(
      `${dryRun ? 'would adopt' : 'adopted'} volume ${name} (${_id}): ${spec.protection}, ${spec.sizeBytes} bytes, epoch ${spec.epoch}`,
    );
    for (const leg of legs)
      print(`  leg ${leg.index}: ${leg.id} on drive ${leg.driveSerial} of ${leg.nodeName}${leg.status.inSync ? '' : ', not in sync'}`);
    return 0;
  } finally {
    await mongo.close();
  }
}
