/** A dashboard of Grafana in a browser. Selectors: Grafana's own for its end-to-end tests (@grafana/e2e-selectors, version 10). */
import type { Page, Response } from '@playwright/test';

/** Values that Grafana drew from one query of a panel or an annotation. */
interface Answer {
  refId: string;
  expr: string;
  error: string | undefined;
  /** Number of values that are not null. */
  values: number;
  /** Labels of each series that has one. */
  series: Record<string, string>[];
}
interface Frame {
  schema?: { fields?: { labels?: Record<string, string> }[] };
  /** Times, then values. */
  data?: { values?: (number | null)[][] };
}
interface QueryAnswer {
  results?: Record<string, { error?: string; frames?: Frame[] }>;
}

const selector = (id: string) => `[data-testid="data-testid ${id}"]`;

export class DashboardPage {
  private pending: Promise<void>[] = [];
  private answers: Answer[] = [];

  constructor(
    readonly page: Page,
    private readonly grafana: string,
  ) {
    page.on('response', (response) => {
      if (response.url().includes('/api/ds/query')) this.pending.push(this.take(response));
    });
  }

  /** Opens a dashboard with the last `minutes` and waits until no panel loads. */
  async open(uid: string, minutes: number, variables: Record<string, string> = {}): Promise<void> {
    this.answers = [];
    this.pending = [];
    await this.page.goto(`${this.grafana}/d/${uid}?${new URLSearchParams({ from: `now-${minutes}m`, to: 'now', ...variables })}`);
    await this.page.locator(selector('Panel header This cluster')).waitFor();
    await this.loaded();
  }

  /** The requests of all panels are answered. Grafana draws only panels in the window, so the window must be as tall as the page. */
  async loaded(): Promise<void> {
    await this.page.waitForLoadState('networkidle');
    for (let seen = -1; seen !== this.pending.length; await this.page.waitForLoadState('networkidle')) {
      seen = this.pending.length;
      await Promise.all(this.pending);
    }
  }

  panelTitles(): Promise<string[]> {
    return this.page
      .locator('[data-testid^="data-testid Panel header "]')
      .evaluateAll((found) => found.map((each) => (each.getAttribute('data-testid') ?? '').replace('data-testid Panel header ', '')));
  }

  /** Title, legend and axes of a panel. */
  async textOf(panel: string): Promise<string> {
    return (await this.page.locator(selector(`Panel header ${panel}`)).textContent()) ?? '';
  }

  /** Panels that show "No data" or an error, and what a query's answer lacks. */
  async problems(): Promise<string[]> {
    const shown = await this.page.locator('[data-testid^="data-testid Panel header "]').evaluateAll((found) =>
      found.flatMap((each) => {
        const title = (each.getAttribute('data-testid') ?? '').replace('data-testid Panel header ', '');
        const status = each.querySelector('[data-testid^="data-testid Panel status"]')?.getAttribute('data-testid');
        const text = each.textContent ?? '';
        if (/No data/.test(text)) return [`${title}: No data`];
        return status ? [`${title}: ${status.replace('data-testid Panel status ', '')}`] : [];
      }),
    );
    const failed = this.answers.filter(({ error }) => error !== undefined).map(({ expr, error }) => `${expr}: ${error}`);
    return [...shown, ...failed];
  }

  /** Queries of panels that returned nothing to draw: a panel of two lines may lack one without a word. */
  emptyQueries(): string[] {
    return this.answers
      .filter(({ refId, values, error }) => refId !== ANNOTATION && values === 0 && error === undefined)
      .map(({ expr }) => expr);
  }

  /** Opens the list of a variable. @returns its entries; the list is closed again */
  async expand(label: string): Promise<string[]> {
    const box = this.page.locator(selector('template variable')).filter({ has: this.page.getByText(label, { exact: true }) });
    await box.locator('[data-testid*="DropDown value link text"]').click();
    const entries = this.page.locator('[data-testid*="DropDown option text"]');
    await entries.first().waitFor();
    const texts = await entries.allInnerTexts();
    await this.page.keyboard.press('Escape');
    return texts.map((text) => text.trim());
  }

  /** Address of a link of the dashboard. */
  addressOf(text: string): Promise<string> {
    return this.page
      .locator('a')
      .filter({ hasText: text })
      .first()
      .evaluate((link) => (link as HTMLAnchorElement).href);
  }

  /** Address of the first link that a click on a point of the panel's plot offers. */
  async linkOfPoint(title: string): Promise<string> {
    const box = await this.page
      .locator(selector(`Panel header ${title}`))
      .locator('.u-over')
      .boundingBox();
    if (!box) throw new Error(`panel ${title} has no plot`);
    const link = this.page.locator('a[href*="search="]').first();
    // The lines of a generated load are somewhere between the bottom and the top.
    for (let share = 0.95; share > 0; share -= 0.05) {
      const [x, y] = [box.x + box.width * 0.85, box.y + box.height * share];
      await this.page.mouse.move(x - 5, y);
      await this.page.mouse.move(x, y);
      await this.page.mouse.click(x, y);
      // The menu appears after the click, or does not: then the point was not near enough to a line.
      const appeared = await link.waitFor({ timeout: 500 }).then(
        () => true,
        () => false,
      );
      if (appeared) return link.evaluate((found) => (found as HTMLAnchorElement).href);
    }
    throw new Error(`no point of the lines in ${title} offers a link`);
  }

  /** Labels of the series that each annotation drew, in the order of the dashboard's annotations. */
  marks(): Record<string, string>[] {
    return this.answers.filter(({ refId }) => refId === ANNOTATION).flatMap(({ series }) => series);
  }

  /** Text of the newest mark on a panel's chart, as the pointer shows it. Older ones may lie below it. */
  async textOfMark(title: string, expected: RegExp): Promise<string> {
    const box = await this.page
      .locator(selector(`Panel header ${title}`))
      .locator(selector('annotation-marker'))
      .last()
      .locator('div')
      .first()
      .boundingBox();
    if (!box) throw new Error(`panel ${title} has no mark`);
    await this.page.mouse.move(box.x + box.width / 2, box.y - 30);
    await this.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
    return ((await this.page.getByText(expected).last().textContent()) ?? '').trim();
  }

  private async take(response: Response): Promise<void> {
    const asked = response.request().postDataJSON() as { queries: { refId: string; expr: string }[] };
    // A request of a page that was left has no body.
    const answer = (await response.json().catch(() => ({}))) as QueryAnswer;
    for (const { refId, expr } of asked.queries) {
      const result = answer.results?.[refId];
      const frames = (result?.frames ?? []).map((frame) => ({ frame, values: valuesOf(frame) })).filter(({ values }) => values > 0);
      this.answers.push({
        ...{ refId, expr, error: response.ok() ? result?.error : `status ${response.status()}` },
        values: frames.reduce((sum, { values }) => sum + values, 0),
        series: frames.map(({ frame }) => frame.schema?.fields?.[1]?.labels ?? {}),
      });
    }
  }
}

/** Grafana's name of the query of an annotation. */
const ANNOTATION = 'X';

const valuesOf = ({ data }: Frame): number =>
  (data?.values ?? [])
    .slice(1)
    .flat()
    .filter((value) => value !== null).length;
