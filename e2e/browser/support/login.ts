import { expect, type Page } from '@playwright/test';
import { PASSWORD } from './cluster.js';

/** Sends the login form; does not wait for the next page. */
export async function openLogin(page: Page, url: string, name: string, password = PASSWORD): Promise<void> {
  await page.goto(url);
  await page.getByLabel(/^Name/).fill(name);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Logs in with the form, as a person does. */
export async function login(page: Page, url: string, name: string, password = PASSWORD): Promise<void> {
  await openLogin(page, url, name, password);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}
