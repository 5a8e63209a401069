import { entry } from '../entry.js';
import { t1 } from '../examples.js';
import { count, node, word } from '../field.js';
import { words } from '../words.js';

/* Steps of a drill's job, what stands against a drill, and why one failed. */
const phrase = (text: string) => entry({}, { message: () => words`${text}`, example: {} });

export const drillJobMessages = {
  'drill-prepare': phrase('create and attach a scratch volume'),
  'drill-settle': phrase('load the volume'),
  'drill-fault': entry({ seconds: count }, { message: ({ seconds }) => words`make the fault, for ${seconds} s`, example: { seconds: 20 } }),
  'drill-heal': phrase('take the fault back, and wait until everything is whole'),
  'drill-remove': phrase('detach and delete the scratch volume'),
  'drill-cancelled': entry(
    { user: word },
    { message: ({ user }) => words`${user} cancelled it. Its fault was taken back.`, example: { user: 'vera' } },
  ),
  'drill-not-whole': entry(
    { volume: word },
    {
      message: ({ volume }) => words`volume ${volume} is not whole. Wait until it is healthy with all its paths, or repair it first.`,
      example: { volume: 'orders' },
    },
  ),
  'drill-not-redundant': entry(
    { volume: word },
    {
      message: ({ volume }) => words`volume ${volume} would stall: it has no second path or mirror half beside the fault.`,
      example: { volume: 'scratch' },
    },
  ),
  'drill-one-network': entry(
    { volume: word },
    {
      message: ({ volume }) => words`volume ${volume} would lose a mirror half: it has no other storage network to that target.`,
      example: { volume: 'orders' },
    },
  ),
  'drill-replaces-soon': entry(
    { volume: word, seconds: count },
    {
      message: ({ volume, seconds }) =>
        words`volume ${volume} replaces a missing leg after ${seconds} s, which is too soon for this drill. Raise rebuildDelaySeconds or shorten the fault.`,
      example: { volume: 'orders', seconds: 10 },
    },
  ),
  'drill-node-away': entry(
    { node },
    {
      message: ({ node }) => words`${node} is offline, or follows another database. A drill needs every node around it.`,
      example: { node: t1 },
    },
  ),
  'drill-node-older': entry(
    { node },
    {
      message: ({ node }) => words`the agent of ${node} has another version than the servers: an upgrade is not finished.`,
      example: { node: t1 },
    },
  ),
  'drill-maintenance': entry(
    { node },
    { message: ({ node }) => words`${node} is in maintenance. End the maintenance first.`, example: { node: t1 } },
  ),
  'drill-work': entry(
    { work: word },
    {
      message: ({ work }) => words`${work} is not finished. Wait for its end.`,
      example: { work: 'volume.repair of orders' },
    },
  ),
  'drill-refused-now': entry(
    { why: word },
    { message: ({ why }) => words`it was not safe to make the fault: ${why}`, example: { why: 'volume orders is not whole.' } },
  ),
  'drill-client-gone': entry(
    { node: word },
    {
      message: ({ node }) => words`the schedule names node ${node} as client, which is no longer here. Change the schedule of drills.`,
      example: { node: 'ID' },
    },
  ),
  'drill-interrupted': entry(
    { why: word },
    {
      message: ({ why }) => words`the fault was taken back early: ${why}`,
      example: { why: 't1 is in maintenance. End the maintenance first.' },
    },
  ),
  'drill-io-error': entry(
    { volume: word, error: word },
    {
      message: ({ volume, error }) => words`the load on ${volume} failed, and the fault was taken back: ${error}`,
      example: { volume: 'orders', error: 'fio failed with exit code 1' },
    },
  ),
  'drill-client-restarted': entry(
    { node },
    { message: ({ node }) => words`${node}, or its agent, restarted during the drill, which ended the load.`, example: { node: t1 } },
  ),
  'drill-fault-late': entry(
    { node },
    {
      message: ({ node }) => words`${node} did not report the end of the fault in time. Its agent ends it by itself.`,
      example: { node: t1 },
    },
  ),
  'drill-load-late': entry(
    { node },
    { message: ({ node }) => words`${node} did not report the result of the load in time.`, example: { node: t1 } },
  ),
  'drill-never-whole': entry(
    { seconds: count },
    {
      message: ({ seconds }) =>
        words`not everything was whole ${seconds} s after the end of the fault. See the volumes that the drill touched.`,
      example: { seconds: 180 },
    },
  ),
  'drill-volume-gone': entry(
    { volume: word },
    { message: ({ volume }) => words`volume ${volume} was detached or deleted during the drill.`, example: { volume: 'orders' } },
  ),
  'drill-scratch-failed': entry(
    { volume: word, error: word },
    {
      message: ({ volume, error }) => words`scratch volume ${volume} could not be prepared: ${error}`,
      example: { volume: 'bench-1a2b3c4d-1', error: 'Attachment ID waits for t1.' },
    },
  ),
};
