import type { Page } from '@playwright/test';

/** Chooses the client in the attach dialog by its name: its option also has state, place and load. */
export async function chooseClient(page: Page, name: string): Promise<void> {
  const field = page.getByLabel('Client', { exact: true });
  const option = field.locator('option').filter({ hasText: new RegExp(`^${name}: `) });
  await field.selectOption((await option.getAttribute('value')) ?? '');
}
