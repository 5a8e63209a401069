import { preflightChecks } from '@weft/shared/preflight/checks';

/** Markdown table of the checks of the preflight, in docs/preflight.md. */
export const preflightTable = (): string =>
  [
    '| check | code | set | severity | why it matters |',
    '|---|---|---|---|---|',
    ...Object.entries(preflightChecks).map(
      ([code, { title, sets, severity, why }]) => `| ${title} | \`${code}\` | ${sets.join(', ')} | ${severity} | ${why} |`,
    ),
  ].join('\n');
