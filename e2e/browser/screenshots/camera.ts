/// <reference lib="dom" />
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';

const root = fileURLToPath(new URL('../../../.cache/screenshots', import.meta.url));
export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The usual window, the narrowest desktop, a tablet held upright, and a phone. */
export const windows = {
  usual: { width: 1440, height: 900 },
  narrow: { width: 1280, height: 800 },
  tablet: { width: 1024, height: 1366 },
  phone: { width: 390, height: 844 },
};
/** A longer page is a list of thousands of rows: its first screen is enough. */
const LONGEST_PAGE = 6000;

/** Takes screenshots of pages for people to check: `.cache/screenshots/<album>/<name>-<theme>.png`. */
export class Camera {
  private theme: Theme = 'light';

  private constructor(
    readonly page: Page,
    private readonly folder: string,
  ) {}

  static async of(page: Page, album: string): Promise<Camera> {
    const folder = `${root}/${album}`;
    await mkdir(folder, { recursive: true });
    return new Camera(page, folder);
  }

  async use(theme: Theme): Promise<void> {
    this.theme = theme;
    await this.page.emulateMedia({ colorScheme: theme });
    // Wait for colour transitions: a screenshot in the middle of one shows neither theme.
    await this.page.evaluate(() =>
      Promise.all(
        document
          .getAnimations()
          .filter((each) => each instanceof CSSTransition)
          .map(({ finished }) => finished.catch(() => undefined)),
      ),
    );
  }

  /** Opens the address and waits until the page is complete. */
  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await this.settled();
  }

  /** The same for a cluster with live statistics. */
  async openLive(url: string): Promise<void> {
    await this.open(url);
    await expect(this.page.getByText('no live value yet')).toHaveCount(0, { timeout: 30_000 });
  }

  private async settled(): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 });
    await expect(this.page.getByText(/^(Loading|Reading)…$/)).toHaveCount(0, { timeout: 30_000 });
    // On a phone only its mark is visible.
    await expect(this.page.getByText('live', { exact: true }).first()).toBeAttached();
  }

  /** Takes a screenshot of the window. */
  async shoot(name: string): Promise<void> {
    await this.page.screenshot({ animations: 'disabled', path: `${this.folder}/${name}-${this.theme}.png` });
  }

  /** Takes a screenshot of the whole page: makes the window as high as the page. */
  async shootWhole(name: string): Promise<void> {
    const before = this.page.viewportSize() ?? windows.usual;
    // Content that comes into view makes the page longer.
    for (let turn = 0; turn < 3; turn += 1) {
      const hidden = await this.page.getByRole('main').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
      const height = (this.page.viewportSize() ?? before).height + Math.max(0, hidden);
      if (height > LONGEST_PAGE) break;
      if (hidden > 0) await this.page.setViewportSize({ ...before, height });
      await expect(this.page.getByText('Scroll here to load the charts.')).toHaveCount(0);
      await this.settled();
    }
    await this.shoot(name);
    await this.page.setViewportSize(before);
  }

  /** Takes a screenshot of the window that is small enough for a repository: PNG takes several times as much. */
  async shootSmall(name: string): Promise<void> {
    const devtools = await this.page.context().newCDPSession(this.page);
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 85 });
    await devtools.detach();
    await writeFile(`${this.folder}/${name}.webp`, Buffer.from(data, 'base64'));
  }

  /** Takes a screenshot of the window in both themes. */
  async shootInBoth(name: string): Promise<void> {
    for (const theme of themes) {
      await this.use(theme);
      await this.shoot(name);
    }
  }

  async shootWholeInBoth(name: string): Promise<void> {
    for (const theme of themes) {
      await this.use(theme);
      await this.shootWhole(name);
    }
  }
}
