/** What is used of Lighthouse's result (https://github.com/GoogleChrome/lighthouse/blob/main/docs/understanding-results.md). */
export interface LighthouseResult {
  finalDisplayedUrl: string;
  categories: Record<string, { score: number | null; auditRefs: readonly { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null; numericValue?: number; details?: unknown }>;
}

export interface PageScores {
  page: string;
  /** Scores from 0 to 100. */
  performance: number;
  accessibility: number;
  bestPractices: number;
  lcpMs: number;
  cls: number;
  tbtMs: number;
}

/** @throws Error when Lighthouse could not compute one of them. */
export function scoresOf(page: string, { categories, audits }: LighthouseResult): PageScores {
  const missing = (what: string) => new Error(`Lighthouse has no ${what} for the page ${page}.`);
  const score = (category: string) => {
    const found = categories[category]?.score;
    if (typeof found !== 'number') throw missing(category);
    return Math.round(found * 100);
  };
  const metric = (audit: string) => {
    const found = audits[audit]?.numericValue;
    if (found === undefined) throw missing(audit);
    return found;
  };
  return {
    ...{ page, performance: score('performance'), accessibility: score('accessibility'), bestPractices: score('best-practices') },
    ...{ lcpMs: metric('largest-contentful-paint'), cls: metric('cumulative-layout-shift'), tbtMs: metric('total-blocking-time') },
  };
}

/** Audits of accessibility and best practices that cost points. They depend on the page alone, not on the machine. */
export const failedAudits = ({ categories, audits }: LighthouseResult): string[] =>
  ['accessibility', 'best-practices'].flatMap((category) =>
    (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = audits[id];
      return weight > 0 && audit && audit.score !== null && audit.score < 1
        ? [`${category}: ${id}: ${audit.title}: ${JSON.stringify(audit.details)}`]
        : [];
    }),
  );

interface ShiftDetails {
  items?: readonly { score: number; node?: { selector: string } }[];
}
/** Smaller shifts do not add up to a visible one. */
const LEAST_SHIFT = 0.005;

/** Elements that moved while the page was loaded, with what each adds to the cumulative layout shift. */
export const shiftedElements = ({ audits }: LighthouseResult): string[] =>
  ((audits['layout-shifts']?.details as ShiftDetails | undefined)?.items ?? [])
    .filter(({ score }) => score >= LEAST_SHIFT)
    .map(({ score, node }) => `layout shift ${score.toFixed(3)}: ${node?.selector ?? 'an element that is gone'}`);

const columns: readonly [head: string, cell: (scores: PageScores) => string][] = [
  ['page', ({ page }) => page],
  ['performance', ({ performance }) => String(performance)],
  ['accessibility', ({ accessibility }) => String(accessibility)],
  ['best practices', ({ bestPractices }) => String(bestPractices)],
  ['LCP', ({ lcpMs }) => `${Math.round(lcpMs)} ms`],
  ['CLS', ({ cls }) => cls.toFixed(3)],
  ['TBT', ({ tbtMs }) => `${Math.round(tbtMs)} ms`],
];

/** A table in Markdown, one row a page. */
export const tableOf = (pages: readonly PageScores[]): string =>
  [columns.map(([head]) => head), columns.map(() => '---'), ...pages.map((each) => columns.map(([, cell]) => cell(each)))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
