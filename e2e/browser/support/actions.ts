import type { Locator, Page } from '@playwright/test';

/** An action or a link of the page, visible: opens the menu of the header if it is in there. */
export async function actionOf(page: Page, name: string): Promise<Locator> {
  const main = page.getByRole('main');
  const action = main
    .getByRole('button', { name, exact: true })
    .or(main.getByRole('link', { name, exact: true }))
    .first();
  const menu = main.getByRole('button', { name: 'More actions' });
  await action.or(menu).first().waitFor();
  if (!(await action.isVisible())) await menu.click();
  await action.waitFor();
  return action;
}

export const chooseAction = async (page: Page, name: string): Promise<void> => (await actionOf(page, name)).click();
