import { entry } from '../entry.js';
import { c1, report, t1, t2 } from '../examples.js';
import { message, messages, moment, node, nodes, oneOf, texts, word, yes } from '../field.js';
import type { MessageReference } from '../message.js';
import { at, listed, type Words, words } from '../words.js';

const WHY_UNENCRYPTED = {
  rdma: 'RDMA has no TLS',
  'no-secrets-key': 'the servers have no key to encrypt secrets with (secretsKeyFile)',
  'older-server': 'an earlier server is running',
  before: 'they were connected before',
};
interface Unencrypted {
  cannot: MessageReference[];
  daemons: MessageReference[];
  why: 'rdma' | 'no-secrets-key' | 'older-server' | 'nodes' | 'before';
}
const whyUnencrypted = ({ cannot, daemons, why }: Unencrypted): Words =>
  why === 'nodes'
    ? listed(
        [
          ...(cannot.length > 0 ? [words`the kernel or the agent of ${cannot} cannot`] : []),
          ...(daemons.length > 0 ? [words`tlshd is not ready on ${daemons}`] : []),
        ],
        '; ',
      )
    : words`${WHY_UNENCRYPTED[why]}`;

/* The conditions Available, Fenced, ForeignHost, Unauthenticated, Unencrypted and LimitsNotInForce. */
export const attachmentMessages = {
  'attachment-not-reported': entry(
    { node },
    { message: ({ node }) => words`${node} has not reported on it since its last order or restart`, example: { node: c1 } },
  ),
  'device-there': entry(
    { device: word.optional() },
    { message: ({ device = 'the device' }) => words`${device} is present`, example: { device: '/dev/weft/orders' } },
  ),
  'node-works-on-it': entry({ node }, { message: ({ node }) => words`${node} is working on it`, example: { node: c1 } }),
  'client-lets-go-first': entry(
    { client: node, silent: yes.optional(), until: moment },
    {
      message: ({ client, silent, until }) =>
        silent
          ? words`${client} must first reconnect and release it, before ${at(until)}`
          : words`${client} must first release it, before ${at(until)}`,
      waitingFor: ({ client }) => words`${client}`,
      unblockedBy: ({ client }) => words`a release by ${client}; after that time its legs are fenced anyway`,
      example: { client: c1, until: '2026-11-21T14:16:31.725Z' },
    },
  ),
  /** Fences at its targets: awaited (ordered), later, and left out. */
  fences: entry(
    { client: node, awaited: nodes, later: nodes, turnEnds: moment.optional(), leftOut: nodes, clientDone: yes },
    {
      message: ({ client, awaited, later, turnEnds, leftOut, clientDone }) =>
        listed(
          [
            ...(awaited.length > 0 ? [words`waiting for the fence of ${awaited}`] : []),
            ...(later.length === 0
              ? []
              : turnEnds
                ? [words`the fence of ${later} starts at ${at(turnEnds)}, after ${client} has given up the fenced legs`]
                : [words`the fence of ${later} follows`]),
            ...(leftOut.length > 0 ? [words`fence pending at ${leftOut}, with its legs excluded`] : []),
            ...(clientDone ? [] : [words`${client} has not reported its removal`]),
          ],
          '; ',
        ),
      example: { client: c1, awaited: [t1], later: [t2], leftOut: [], clientDone: false },
    },
  ),
  'foreign-hosts': entry(
    { reports: messages },
    {
      message: ({ reports }) => words`${reports}`,
      example: { reports: [{ code: 'reported-by', params: { node: t1, report } }] },
    },
  ),
  'of-attachment': entry(
    { client: node, finding: message },
    { message: ({ client, finding }) => words`attachment of ${client}: ${finding}`, example: { client: c1, finding: report } },
  ),
  'no-foreign-host': entry({}, { message: () => words`no host other than the client is connected`, example: {} }),
  unauthenticated: entry(
    { client: node, targets: nodes, cannot: nodes, noSecretsKey: yes.optional(), required: yes },
    {
      message: ({ client, targets, cannot, noSecretsKey, required }) => {
        const why =
          cannot.length > 0
            ? words`the kernel or the agent of ${cannot} cannot (Linux 6.12 of Debian 13 can, 6.1 of Debian 12 cannot)`
            : noSecretsKey
              ? words`the servers have no key to encrypt secrets with (secretsKeyFile)`
              : words`they were connected before they could`;
        return words`${client} and ${targets} do not authenticate each other${required ? ', although the cluster requires it' : ''}: ${why}`;
      },
      unblockedBy: ({ client, targets, cannot, noSecretsKey }) => {
        const first =
          cannot.length > 0
            ? words`a newer kernel and agent on ${cannot}, then `
            : noSecretsKey
              ? words`setting secretsKeyFile on every server, then `
              : words``;
        return words`${first}detaching all volumes of ${targets} from ${client}, and attaching them again`;
      },
      example: { client: c1, targets: [t1], cannot: [t1], required: false },
    },
  ),
  /** Exports or paths without TLS. `why`: nodes: those in `cannot` and `daemons`; before: they began without, or a path is not as assigned. */
  'unencrypted-paths': entry(
    {
      client: node,
      targets: nodes,
      cannot: nodes,
      daemons: nodes,
      why: oneOf('rdma', 'no-secrets-key', 'older-server', 'nodes', 'before'),
      required: yes,
    },
    {
      message: ({ client, targets, cannot, daemons, why, required }) =>
        words`paths between ${client} and ${targets} are not encrypted${required ? ', although the cluster requires it' : ''}: ${whyUnencrypted({ cannot, daemons, why })}`,
      unblockedBy: ({ client, why }) =>
        words`detaching the volume from ${client}, and attaching it again${why === 'rdma' ? ' over TCP' : ''}`,
      example: { client: c1, targets: [t1], cannot: [t1], daemons: [], why: 'nodes', required: false },
    },
  ),
  'encrypted-paths': entry(
    { client: node },
    { message: ({ client }) => words`all paths of ${client} are encrypted`, example: { client: c1 } },
  ),
  'limits-not-in-force': entry(
    { client: node, report: message.optional(), slices: texts },
    {
      message: ({ client, report, slices }) =>
        words`the limits are not in force in every slice of ${client}${report ? words`: ${report}` : slices.length > 0 ? words`; others are in force in ${slices}` : ''}`,
      example: { client: c1, report, slices: [] },
    },
  ),
  'limits-in-force': entry(
    { client: node },
    { message: ({ client }) => words`the limits are in force in every slice of ${client}`, example: { client: c1 } },
  ),
  authenticated: entry(
    { client: node },
    { message: ({ client }) => words`${client} and all targets authenticate each other`, example: { client: c1 } },
  ),
};
