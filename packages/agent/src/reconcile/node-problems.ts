import {
  FOREIGN_HOST_CONNECTED,
  FOREIGN_HOST_FENCED,
  HOST_UNREADABLE,
  LATENCY_BY_DIRECTION_UNAVAILABLE,
  type ObjectStatus,
  type Reason,
} from '@weft/shared/messages/report';
import type { TlsDaemon } from '@weft/shared/messages/storage-encryption';
import type { DirectionsFailure } from '../host/host.js';
import { type AgentReason, reason, recoded } from '../reason/reason.js';

export interface ProblemSources {
  ledger: readonly Reason[];
  objects: readonly ObjectStatus[];
  /** The commands that read connections and storage. */
  connectionsFailure: AgentReason | null;
  slowFailure: AgentReason | null;
  directionsFailure: DirectionsFailure | null;
  /** Of the handshakes of TLS connections; undefined: it makes none. */
  tlsDaemon: TlsDaemon | undefined;
}

/** Problems of the node itself, for its report. */
export function nodeProblems({ ledger, objects, connectionsFailure, slowFailure, directionsFailure, tlsDaemon }: ProblemSources): Reason[] {
  const foreign = objects.flatMap(({ kind, reason: of }) =>
    kind === 'export' && (of?.code === FOREIGN_HOST_CONNECTED || of?.code === FOREIGN_HOST_FENCED) ? [of] : [],
  );
  return [
    ...ledger,
    ...foreign,
    ...(connectionsFailure ? [connectionsFailure] : []),
    ...(slowFailure ? [recoded(slowFailure, HOST_UNREADABLE)] : []),
    ...(tlsDaemon !== undefined && tlsDaemon !== 'ready' ? [reason('tls-daemon-missing', { state: tlsDaemon })] : []),
    ...(directionsFailure ? [reason(LATENCY_BY_DIRECTION_UNAVAILABLE, directionsFailure)] : []),
  ];
}
