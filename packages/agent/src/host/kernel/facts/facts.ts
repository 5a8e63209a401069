import type { FactResult, HostContext } from '../lookup/host-context.js';
import type { Fact } from '../run/action.js';
import { cacheFact } from './facts-cache.js';
import { clientFact } from './facts-client.js';
import { integrityFact } from './facts-integrity.js';
import { sanitizeFact } from './facts-sanitize.js';
import { storageFact } from './facts-storage.js';
import { targetFact } from './facts-target.js';

/** Looks one fact up on the host. */
export function lookUp(fact: Fact, context: HostContext): Promise<FactResult> {
  switch (fact.fact) {
    case 'volume-group-exists':
    case 'physical-volume-of':
    case 'no-other-group':
    case 'volume-group-empty':
    case 'logical-volume-exists':
    case 'logical-volume-active':
    case 'logical-volume-wiped':
    case 'logical-volume-size':
    case 'records-free':
    case 'blank':
    case 'nothing-newer':
    case 'unused':
    case 'serial':
    case 'no-legs-on':
    case 'in-devices-file':
    case 'closed':
    case 'released-by':
    case 'not-exported':
      return storageFact(fact, context);
    case 'sanitizable':
    case 'sanitize-failed':
    case 'sanitized':
    case 'erased':
      return sanitizeFact(fact, context);
    case 'block-device':
    case 'absent':
    case 'value':
    case 'host-unused':
    case 'authenticates-hosts':
    case 'leg-enabled-once':
    case 'no-other-host':
    case 'subsystem-released':
    case 'port-idle':
    case 'no-connections':
    case 'foreign-host':
      return targetFact(fact, context);
    case 'cache-over':
    case 'cache-clean':
    case 'cache-may-go':
      return cacheFact(fact, context);
    case 'integrity-formatted':
    case 'integrity-over':
      return integrityFact(fact, context);
    default:
      return clientFact(fact, context);
  }
}
