import type { Operation } from '../../operations.js';
import type { Action, PathKey } from '../run/action.js';
import { below } from '../run/paths.js';

/**
 * Resolving an address and a route takes up to 3 s each, and each queue's connect command takes up to a minute if the target stops
 * answering in between (drivers/nvme/host/rdma.c).
 */
const CONNECT_SECONDS = 90;
/** The kernel rounds a command's time limit up to about the next second, and takes the queues down before it answers. */
const PROBE_SECONDS = 15;
const NEIGHBOUR_SECONDS = 10;
const ABORT_SECONDS = 10;
/** Probes wait for this command, and probes matter more. */
const REFUSE_SECONDS = 2;
/** Shorter than any reconnect delay, in ms. */
const REFUSED_MS = 700;
/** Deleting a controller waits until its queues have stopped. */
const DELETE_SECONDS = 60;

type FabricsOperation = Extract<
  Operation,
  {
    op:
      | 'connect'
      | 'set-controller-keys'
      | 'set-fast-io-fail'
      | 'set-io-policy'
      | 'probe-controller'
      | 'refuse-sending'
      | 'abort-connections'
      | 'forget-neighbour'
      | 'disconnect';
  }
>;

export function fabricsActions(operation: FabricsOperation): Action[] {
  switch (operation.op) {
    case 'connect': {
      const { nqn, transport, address, serviceId, hostAddress } = operation;
      const path: PathKey = { nqn, transport, address, serviceId, hostAddress, ...(operation.tls && { tls: true }) };
      return [
        { do: 'check', fact: { fact: 'native-multipath' } },
        connection(operation, path),
        { do: 'check', fact: { fact: 'path-exists', ...path } },
        ...(operation.authentication ? [{ do: 'hide-path-secrets', path } as const] : []),
        // The kernel reads it on entering `connecting`, so it counts from the first loss on. nvme-cli 2.3 has no option for it.
        { do: 'write-path-attribute', path, attribute: 'fast_io_fail_tmo', value: String(operation.fastIoFailSeconds) },
      ];
    }
    case 'set-fast-io-fail': {
      const { controller, nqn, seconds } = operation;
      return [
        { do: 'check', fact: { fact: 'controller-is', controller, nqn } },
        { do: 'write', path: below('/sys/class/nvme', controller, 'fast_io_fail_tmo'), value: String(seconds) },
      ];
    }
    case 'set-controller-keys': {
      const { controller, nqn, hostKeyId, controllerKeyId } = operation;
      const path = below('/sys/class/nvme', controller);
      return [
        { do: 'check', fact: { fact: 'controller-is', controller, nqn } },
        { do: 'write-secret', path: `${path}/dhchap_ctrl_secret`, keyId: controllerKeyId },
        { do: 'write-secret', path: `${path}/dhchap_secret`, keyId: hostKeyId },
      ];
    }
    case 'set-io-policy': {
      const { subsystem, nqn, policy } = operation;
      return [
        { do: 'check', fact: { fact: 'initiator-subsystem-is', subsystem, nqn } },
        { do: 'write', path: below('/sys/class/nvme-subsystem', subsystem, 'iopolicy'), value: policy },
      ];
    }
    case 'probe-controller': {
      const { controller, nqn } = operation;
      return [
        { do: 'check', fact: { fact: 'controller-is', controller, nqn } },
        // The kernel itself requests the list of namespaces (nvme_scan_work), long before a program has started. Where sending is refused, that is enough.
        { do: 'write', path: below('/sys/class/nvme', controller, 'rescan_controller'), value: '1', always: true },
        // Get Features, Number of Queues (NVM Express Base 2.0, 5.27.1.5): any command will do. No answer in time also helps: a live controller begins its
        // error recovery (nvme_rdma_timeout, nvme_tcp_timeout in the kernel). The kernel checks about a second after a command's limit, or earlier together
        // with another command (blk_round_jiffies in block/blk-timeout.c): even the smallest limit takes about that second.
        {
          do: 'exec',
          argv: ['nvme', 'admin-passthru', below('/dev', controller), '--opcode=0x0a', '--cdw10=0x07', '--timeout=1'],
          seconds: PROBE_SECONDS,
          accept: [1],
        },
      ];
    }
    case 'refuse-sending':
      return [
        {
          do: 'exec',
          argv: ['nft', '--file', '-'],
          input: refusal(operation.nic),
          seconds: REFUSE_SECONDS,
          when: { fact: 'sending-refusable', nic: operation.nic },
        },
      ];
    case 'abort-connections': {
      // ss(8), FILTER; nvme_tcp_state_change in the kernel: a closed socket starts error recovery.
      const { hostAddress, serviceId, nic } = operation;
      const filter = ['src', hostAddress, 'dport', '=', `:${serviceId}`];
      return [
        { do: 'exec', argv: ['ss', '--kill', '--no-header', '--tcp', ...filter], seconds: ABORT_SECONDS },
        flushNeighbours('dev', nic),
      ];
    }
    case 'forget-neighbour':
      return [flushNeighbours('to', operation.address, 'dev', operation.nic)];
    case 'disconnect': {
      const { controller, nqn } = operation;
      const gone = { fact: 'controller-gone', controller, nqn } as const;
      return [
        { do: 'check', fact: { fact: 'controller-is', controller, nqn }, unless: gone },
        {
          do: 'write',
          path: below('/sys/class/nvme', controller, 'delete_controller'),
          value: '1',
          blocking: true,
          always: true,
          seconds: DELETE_SECONDS,
          unless: gone,
        },
        { do: 'check', fact: gone, waitSeconds: 30 },
      ];
    }
  }
}

/** ip-neighbour(8): no entry is no error. An entry that is not resolved drops the packets that wait for it. */
const flushNeighbours = (...selected: string[]): Action => ({
  ...{ do: 'exec', argv: ['ip', 'neighbour', 'flush', ...selected], seconds: NEIGHBOUR_SECONDS },
});

/**
 * One transaction of nft(8), safe to repeat. The kernel itself removes the NIC from the set (ELEMENTS, timeout), even if the agent dies, before
 * it connects again (`reconnectDelaySeconds`, at least 1): if a command of the connection setup is refused, the kernel waits for it for a minute.
 * A chain that matches nothing remains. Port 4791 is RoCE v2's; the destination queue pair is 5 bytes into the Base Transport Header
 * (InfiniBand Architecture Specification 1.4, 9.2), after 8 bytes of UDP; 1 is that of connection management, which rdma_rxe would end for good.
 */
const refusal = (nic: string): string => `add table inet weft
add set inet weft dark { type ifname; flags timeout; }
add chain inet weft output { type filter hook output priority 0; }
flush chain inet weft output
add rule inet weft output oifname @dark udp dport 4791 @th,104,24 != 1 drop
add element inet weft dark { "${nic}" timeout ${REFUSED_MS}ms }
`;

/**
 * With keys the agent writes the options to /dev/nvme-fabrics itself (drivers/nvme/host/fabrics.c, nvmf_parse_options): nvme-connect(1) takes secrets only as
 * arguments, which every user can read in /proc. With TLS too: nvme-cli of Debian 12 has no such option, and that of Debian 13 looks for keys in its own way.
 */
function connection(operation: Extract<Operation, { op: 'connect' }>, path: PathKey): Action {
  const unless = { fact: 'path-exists', ...path } as const;
  const { authentication, tls } = operation;
  if (!authentication && !tls) return { do: 'exec', argv: connectCommand(operation), seconds: CONNECT_SECONDS, unless };
  const options = {
    transport: operation.transport,
    traddr: operation.address,
    trsvcid: operation.serviceId,
    nqn: operation.nqn,
    host_traddr: operation.hostAddress,
    hostnqn: operation.hostNqn,
    hostid: operation.hostId,
    nr_io_queues: operation.ioQueues,
    keep_alive_tmo: operation.keepAliveSeconds,
    reconnect_delay: operation.reconnectDelaySeconds,
    ctrl_loss_tmo: -1,
  };
  const text = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  if (tls) text.push('tls');
  return { do: 'connect-with-keys', options: text.join(','), keys: authentication, seconds: CONNECT_SECONDS, unless };
}

/** nvme-connect(1). --ctrl-loss-tmo=-1: the kernel retries for ever; fast_io_fail_tmo decides how long I/O waits. */
function connectCommand(operation: Extract<Operation, { op: 'connect' }>): string[] {
  return [
    'nvme',
    'connect',
    `--transport=${operation.transport}`,
    `--traddr=${operation.address}`,
    `--trsvcid=${operation.serviceId}`,
    `--nqn=${operation.nqn}`,
    `--host-traddr=${operation.hostAddress}`,
    `--hostnqn=${operation.hostNqn}`,
    `--hostid=${operation.hostId}`,
    `--nr-io-queues=${operation.ioQueues}`,
    `--keep-alive-tmo=${operation.keepAliveSeconds}`,
    `--reconnect-delay=${operation.reconnectDelaySeconds}`,
    '--ctrl-loss-tmo=-1',
  ];
}
