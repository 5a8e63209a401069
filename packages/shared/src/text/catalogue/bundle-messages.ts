import { entry } from '../entry.js';
import { c1, t1 } from '../examples.js';
import { bytes, node, seconds, word } from '../field.js';
import { words } from '../words.js';

/* What is missing in a support bundle, and why. */
export const bundleMissingMessages = {
  'bundle-section-failed': entry(
    { section: word, error: word },
    {
      message: ({ section, error }) => words`Section ${section} could not be read in full (${error}). The log of the server has the error.`,
      example: { section: 'metrics', error: 'MongoServerError' },
    },
  ),
  'bundle-section-slow': entry(
    { section: word, limit: seconds },
    {
      message: ({ section, limit }) => words`Section ${section} was cut: its data could not be read within ${String(limit)} s.`,
      example: { section: 'jobs', limit: 30 },
    },
  ),
  'bundle-section-cut': entry(
    { section: word, limit: bytes },
    {
      message: ({ section, limit }) => words`Section ${section} was cut: it had only ${String(limit)} bytes left.`,
      example: { section: 'jobs', limit: 67_108_864 },
    },
  ),
  'bundle-log-not-kept': entry(
    {},
    { message: () => words`The server keeps none of its log lines. Read them with journalctl -u weft-server.`, example: {} },
  ),
  'bundle-server-needed': entry(
    { section: word },
    {
      message: ({ section }) => words`Only a running server has section ${section}. weft-server support-bundle reads the database alone.`,
      example: { section: 'metrics' },
    },
  ),
  'bundle-node-offline': entry(
    { node },
    {
      message: ({ node }) => words`${node} is offline: its last report may be outdated, and its agent cannot send its journal.`,
      example: { node: t1 },
    },
  ),
  'bundle-journal-not-sent': entry(
    { node, error: word },
    {
      message: ({ node, error }) => words`The journal of ${node} is missing: ${error}. Run journalctl -u weft-agent there.`,
      example: { node: c1, error: 'its agent did not answer within 5 s' },
    },
  ),
};

/* Statement of the audit. */
export const bundleAuditMessages = {
  'support-bundle-downloaded': entry(
    { server: word },
    { message: ({ server }) => words`Server ${server} sent a support bundle.`, example: { server: 'weft-1' } },
  ),
};
