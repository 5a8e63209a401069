import { fileURLToPath } from 'node:url';
import type { PackageDefinition } from '@grpc/proto-loader';
import { loadSync } from '@grpc/proto-loader';
import { formOfMessages } from './form.js';

/* `build.mjs` replaces this file in the bundle by one that has the content of csi.proto as data. */

const file = fileURLToPath(new URL('../../proto/csi.proto', import.meta.url));

/** The messages and services of csi.proto. */
export const definitions = (): PackageDefinition => loadSync(file, formOfMessages);
