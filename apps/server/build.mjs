#!/usr/bin/env node
// Bundles the server with nearly all that it needs: loading its 3000 modules one by one took most of a start.
// The input is what tsc made: NestJS finds its parameters by decorator metadata, which esbuild does not write.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { moduleBundle } from '../../scripts/build/bundles.mjs';

/** Packages that the bundle leaves out: native code, data, and large ones that only some configurations load. */
const external = ['@node-rs/argon2', 'fxa-common-password-list', '@aws-sdk/client-s3', '@aws-sdk/lib-storage'];
/** Packages that others use when they are there; the server has none of them. */
const absent = [
  ...['@nestjs/microservices', '@nestjs/platform-express', '@fastify/static', '@fastify/view', 'class-transformer', 'class-validator'],
  ...['aws4', 'gcp-metadata', 'kerberos', 'mongodb-client-encryption', 'socks', '@aws-sdk/credential-providers'],
  ...['snappy', '@mongodb-js/zstd', 'bufferutil', 'utf-8-validate'],
];

const here = fileURLToPath(new URL('.', import.meta.url));
// The names of its parts have hashes.
rmSync(`${here}dist/bundle`, { recursive: true, force: true });
await build({
  absWorkingDir: here,
  entryPoints: [{ in: 'dist/src/main.js', out: 'weft-server' }],
  outdir: 'dist/bundle',
  outExtension: { '.js': '.mjs' },
  ...moduleBundle,
  // A dynamic import loads a separate file.
  splitting: true,
  chunkNames: 'weft-server-[hash]',
  target: 'node20',
  // Classes of the same name in two modules keep it: logs and NestJS's errors show it. Lines stay lines: stack traces name them.
  keepNames: true,
  external: [...external, ...absent, ...absent.map((name) => `${name}/*`)],
});
