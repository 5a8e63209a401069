/*
 * The record of `npm run test:all` (docs/recordings/test-all.md): one table with a line per row, with commit and time of its last run.
 * The file is the state: a run replaces the lines of the stages it ran and keeps the others.
 */

const head = `# What npm run test:all last found

\`npm run test:all\` writes this page. A row is a stage, or one test of the lab. Rows that the last run did not reach keep the commit and the date of the run
that did. \`+\` after a commit: the tree had changes that were not committed.

| stage | row | result | time | commit | date (UTC) |
|---|---|---|---:|---|---|
`;

/** Escapes pipes, which would end the cell. */
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const line = ({ stage, row, result, seconds, commit, date }) =>
  `| ${[stage, cell(row), result, `${seconds.toFixed(1)} s`, commit, date].join(' | ')} |`;

/** @returns the rows of a page that `recordPage` wrote; none for an empty text */
export function recordedRows(page) {
  return page
    .split('\n')
    .filter((text) => /^\| \S.* s \| /.test(text))
    .map((text) => {
      const [stage, row, result, time, commit, date] = text.slice(2, -2).split(/ \| /);
      return { stage, row: row.replaceAll('\\|', '|'), result, seconds: Number.parseFloat(time), commit, date };
    });
}

/**
 * The page with the rows of one stage replaced. Stages have the order of `stages`; the page drops stages that no longer exist.
 * @param rows results of the stage: row, result, seconds, commit, date
 */
export function recordPage(page, stages, stage, rows) {
  const kept = recordedRows(page).filter((row) => row.stage !== stage);
  const all = [...kept, ...rows.map((row) => ({ ...row, stage }))];
  return head + stages.flatMap((name) => all.filter((row) => row.stage === name).map((row) => `${line(row)}\n`)).join('');
}

/**
 * The stage to begin with: the stage of that name, or the stage whose file has a test of that name.
 * @param testFiles `{ stage, source }` of each stage that is one test file
 */
export function stageNamed(wanted, stages, testFiles) {
  if (stages.includes(wanted)) return wanted;
  const found = testFiles.find(({ source }) => source.includes(wanted));
  if (found) return found.stage;
  throw new Error(`No stage and no lab test is called "${wanted}". Stages:\n  ${stages.join('\n  ')}`);
}

/**
 * The stages to run, in order: all without arguments, the named one and all after it with `--from NAME`, only the named ones with `--only NAME …`.
 * @throws Error for an unknown name or option
 */
export function wantedStages(args, stages, testFiles) {
  const [option, ...names] = args;
  if (option === undefined) return stages;
  const named = names.map((name) => stageNamed(name, stages, testFiles));
  if (option === '--only' && named.length > 0) return stages.filter((stage) => named.includes(stage));
  if (option === '--from' && named.length === 1) return stages.slice(stages.indexOf(named[0]));
  throw new Error('Usage: npm run test:all -- [--from STAGE-OR-ROW | --only STAGE-OR-ROW …]');
}
