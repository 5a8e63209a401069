import { expect, type Page } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { PASSWORD } from './cluster.js';

/** Sends the login form; does not wait for the next page. */
export async function openLogin(page: Page, url: string, name: string, password = PASSWORD): Promise<void> {
  await page.goto(url);
  await page.getByLabel(/^Name/).fill(name);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Gives the browser a session by the API, which is faster than the form, and opens the page. `session.spec.ts` tests the form. */
export async function login(page: Page, url: string, name: string, password = PASSWORD): Promise<void> {
  const answer = await page.request.post(new URL(endpoints.login.path, url).href, { data: { name, password } });
  expect(answer.status(), `login of ${name}`).toBe(endpoints.login.status);
  await page.goto(url);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

/** Logs out by the user menu. */
export async function logout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
}
