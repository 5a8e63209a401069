import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';

/** @returns {Promise<import('protobufjs').Root>} the content of proto/csi.proto */
export async function loadProto() {
  // csi.proto imports it, and protobufjs knows it by name only after this.
  const descriptor = createRequire(import.meta.url)('protobufjs/google/protobuf/descriptor.json');
  protobuf.common('descriptor', descriptor.nested.google.nested.protobuf.nested);
  const root = await protobuf.load(fileURLToPath(new URL('proto/csi.proto', import.meta.url)));
  root.resolveAll();
  return root;
}
