import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { connect } from '../app/server.js';
import type { Config } from '../config/config.schema.js';
import { BundleMaker } from '../support-bundle/bundle-maker.service.js';
import type { Arguments } from './arguments.js';

/** `weft-server support-bundle FILE`: for a machine whose server does not answer. It never overwrites a file. */
export async function supportBundleCommand(config: Config, print: (line: string) => void, { file = '' }: Arguments): Promise<number> {
  const mongo = await connect(config);
  try {
    const { stream } = new BundleMaker(config, mongo).make({ by: 'weft-server support-bundle' });
    await pipeline(stream, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    print(`${file}: written; its manifest.json names what is missing`);
    return 0;
  } finally {
    await mongo.close();
  }
}
