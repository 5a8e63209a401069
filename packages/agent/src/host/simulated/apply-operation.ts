import type { Operation } from '../operations.js';
import type { SimulatedHost } from './simulated-host.js';
import { forgetTlsKeys, setTlsKey } from './world/tls.js';

type Name = Operation['op'];
type OperationNamed<Which extends Name> = { [Each in Which]: Extract<Operation, { op: Each }> & { op: Each } }[Which];
type Apply = { [Each in Name]: (host: SimulatedHost, operation: OperationNamed<Each>, signal?: AbortSignal) => void | Promise<void> };

/** Each operation on the part of the machine that it concerns. */
const APPLY: Apply = {
  'create-volume-group': ({ storage }, operation) => storage.createGroup(operation),
  'remove-volume-group': ({ storage }, operation) => storage.removeGroup(operation),
  'wipe-drive': ({ storage }, operation, signal) => storage.wipeDrive(operation, signal),
  'sanitize-drive': ({ storage }, operation) => storage.sanitizeDrive(operation),
  'check-sanitized': ({ storage }, operation) => storage.checkSanitized(operation),
  'create-logical-volume': ({ storage }, operation) => storage.create(operation),
  'activate-logical-volume': ({ storage }, operation) => storage.activate(operation),
  'reactivate-logical-volume': ({ storage }, operation) => storage.reactivate(operation),
  'wipe-logical-volume': ({ storage }, operation, signal) => storage.wipe(operation, signal),
  'merge-logical-volume': ({ storage }, operation) => storage.merge(operation),
  'settle-logical-volume': ({ storage }, operation) => storage.settle(operation),
  'label-logical-volume': ({ storage }, operation) => storage.label(operation),
  'remove-logical-volume': ({ storage }, operation) => storage.remove(operation),
  'create-subsystem': ({ target }, operation) => target.createSubsystem(operation),
  'set-host-keys': ({ target }, operation) => target.setHostKeys(operation),
  'set-tls-key': setTlsKey,
  'forget-tls-keys': forgetTlsKeys,
  'create-namespace': ({ target }, operation) => target.createNamespace(operation),
  'enable-namespace': ({ target }, operation) => target.enableNamespace(operation),
  'revalidate-namespace': ({ target }, operation) => target.revalidate(operation),
  'link-port': ({ target }, operation) => target.linkPort(operation),
  'disallow-host': ({ target }, operation) => target.disallowHost(operation),
  'unlink-port': ({ target }, operation) => target.unlinkPort(operation),
  'disable-namespace': ({ target }, operation) => target.disableNamespace(operation),
  'remove-namespace': ({ target }, operation) => target.removeNamespace(operation),
  'check-drained': ({ target }, operation) => target.checkDrained(operation),
  'check-foreign-host': ({ target }, operation) => target.checkForeignHost(operation),
  'remove-subsystem': ({ target }, operation) => target.removeSubsystem(operation),
  connect: ({ initiator }, operation) => initiator.connect(operation),
  'set-controller-keys': ({ initiator }, operation) => initiator.setKeys(operation),
  'set-fast-io-fail': ({ initiator }, operation) => initiator.setFastIoFail(operation),
  'set-io-policy': ({ initiator }, operation) => initiator.setIoPolicy(operation),
  'probe-controller': ({ initiator }, operation) => initiator.probe(operation),
  'refuse-sending': ({ initiator }, operation) => initiator.refuseSending(operation),
  'abort-connections': ({ initiator }, operation) => initiator.abort(operation),
  // Simulated reconnects do not wait for a neighbour entry: they end at once.
  'forget-neighbour': () => undefined,
  disconnect: ({ initiator }, operation) => initiator.disconnect(operation),
  'create-array': ({ arrays }, operation) => arrays.create(operation),
  'assemble-array': ({ arrays }, operation) => arrays.assemble(operation),
  'zero-superblock': ({ arrays }, operation) => arrays.zeroSuperblock(operation),
  'stop-array': ({ arrays }, operation) => arrays.stop(operation),
  'rename-array': ({ arrays }, operation) => arrays.rename(operation),
  'fail-member': ({ arrays }, { array, member }) => arrays.failMember(array, member),
  'fail-gone-member': ({ arrays }, { array, member }) => arrays.failGoneMember(array, member),
  'remove-member': ({ arrays }, operation) => arrays.removeMember(operation),
  're-add-member': ({ arrays }, operation) => arrays.reAddMember(operation),
  'add-member': ({ arrays }, operation) => arrays.addMember(operation),
  'replace-member': ({ arrays }, operation) => arrays.replaceMember(operation),
  'set-sync-speed': ({ arrays }, operation) => arrays.setSpeed(operation),
  'start-check': ({ arrays }, operation) => arrays.startCheck(operation),
  'stop-check': ({ arrays }, operation) => arrays.stopCheck(operation),
  'grow-array': ({ arrays }, operation) => arrays.grow(operation),
  'create-linear': ({ mappings }, operation) => mappings.createLinear(operation),
  'create-striped': ({ mappings }, operation) => mappings.createStriped(operation),
  'resize-linear': ({ mappings }, operation) => mappings.resizeLinear(operation),
  'resize-striped': ({ mappings }, operation) => mappings.resizeStriped(operation),
  'create-crypt': ({ mappings }, operation) => mappings.createCrypt(operation),
  'resize-crypt': ({ mappings }, operation) => mappings.resizeCrypt(operation),
  'remove-mapping': ({ mappings }, operation) => mappings.remove(operation),
  'fail-mapping': ({ mappings }, operation) => mappings.fail(operation),
  'create-stats': ({ mappings }, operation) => mappings.createStats(operation),
  'publish-device': ({ mappings }, operation) => mappings.publish(operation),
  'unpublish-device': ({ mappings }, operation) => mappings.unpublish(operation),
};

export async function applyOperation<Which extends Name>(
  host: SimulatedHost,
  operation: OperationNamed<Which>,
  signal?: AbortSignal,
): Promise<void> {
  await APPLY[operation.op](host, operation, signal);
}
