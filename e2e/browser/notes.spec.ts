import { endpoints } from '@weft/shared/endpoints/endpoints';
import { expectNoViolation } from './support/axe.js';
import { expect, test } from './support/fixtures.js';
import { login } from './support/login.js';
import { scrollToSection, sectionOf } from './support/sections.js';

test('adds, edits and deletes a note that a second browser shows; a viewer can only read @all', async ({
  page,
  browser,
  cluster,
  loginAs,
}) => {
  const volumeId = await cluster.volume('noted', { sizeBytes: 2 ** 30 });
  const context = await browser.newContext();
  const other = await context.newPage();
  await login(other, `${cluster.server.url}/volumes/${volumeId}?tab=activity`, 'vera');
  await loginAs('olga', `/volumes/${volumeId}?tab=activity`);
  for (const each of [other, page]) await scrollToSection(each, 'Notes');
  const add = page.getByRole('button', { name: 'Add note…' });
  const shown = other.getByRole('list', { name: 'Notes' });
  await expect(other.getByText('No notes yet.')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Add note…' })).toHaveAttribute('aria-description', /^You are a viewer/);

  await add.press('Enter');
  const form = page.getByRole('form', { name: 'New note' });
  await expect(form.getByLabel('Text')).toBeFocused();
  await expect(form.getByRole('button', { name: 'Add the note' })).toHaveAttribute('aria-description', 'Write a text first.');
  await page.keyboard.type('replaced cable to leaf 2');
  await page.keyboard.press('Enter');
  await page.keyboard.type('ticket 4711');
  await form.getByText('The same with curl').click();
  await expect(form.getByLabel('curl command')).toContainText('replaced cable to leaf 2\\nticket 4711');
  await expectNoViolation(page, 'the form of a new note');
  await form.getByRole('button', { name: 'Add the note' }).press('Enter');
  await expect(add).toBeFocused();
  await expect(shown.getByRole('listitem')).toHaveText(/replaced cable to leaf 2\s+ticket 4711\s*olga/);
  const edit = shown.getByRole('button', { name: 'Edit note…' });
  await expect(edit).toHaveAttribute('aria-disabled', 'true');
  await expect(edit).toHaveAttribute('aria-description', /^You are a viewer/);

  await page.getByRole('button', { name: 'Edit note…' }).click();
  await page.getByRole('form', { name: 'Edit note' }).getByLabel('Text').fill('replaced both cables');
  await page.getByRole('button', { name: 'Change the note' }).click();
  await expect(shown).toContainText('replaced both cables');
  await expect(shown).toContainText('changed');
  await expectNoViolation(page, 'a volume with a note');

  // A change by somebody else meanwhile.
  await page.getByRole('button', { name: 'Edit note…' }).click();
  await page.getByRole('form', { name: 'Edit note' }).getByLabel('Text').fill('mine');
  const [note] = (await cluster.admin.call(endpoints.listNotes, { query: { subjectId: volumeId } })).items;
  await cluster.admin.call(endpoints.updateNote, {
    params: { id: note?.id ?? '' },
    ifMatch: note?.version ?? 0,
    body: { text: 'theirs' },
  });
  await expect(page.getByText('Another user changed this note meanwhile: theirs')).toBeVisible();
  await page.getByRole('button', { name: 'Change the note' }).click();
  await expect(page.getByText('Somebody else changed it').first()).toBeVisible();
  // It stays until then, above the bottom of the page.
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Change the note' }).click();
  await expect(shown).toContainText('mine');

  await page.getByRole('button', { name: 'Delete note…' }).click();
  const confirmation = page.getByRole('form', { name: 'Delete note' });
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(shown).toContainText('mine');
  await page.getByRole('button', { name: 'Delete note…' }).click();
  await confirmation.getByRole('button', { name: 'Delete the note' }).click();
  await expect(other.getByText('No notes yet.')).toBeVisible();
  await context.close();
});

test('shows notes of nodes, drives and classes; only author and administrators change them @all', async ({ page, cluster, loginAs }) => {
  const nodeId = cluster.agents.get('n1')?.nodeId ?? '';
  const [drive] = (await cluster.admin.call(endpoints.listDrives, { query: { nodeId, limit: 1 } })).items;
  const [driveClass] = (await cluster.admin.call(endpoints.listDriveClasses, { query: { name: 'fast' } })).items;
  const subjects = [
    { kind: 'node' as const, id: nodeId },
    { kind: 'drive' as const, id: drive?.id ?? '' },
    { kind: 'drive-class' as const, id: driveClass?.id ?? '' },
  ];
  for (const subject of subjects) await cluster.admin.call(endpoints.createNote, { body: { subject, text: `about a ${subject.kind}` } });
  await loginAs('olga', `/nodes/${nodeId}?tab=activity`);
  await scrollToSection(page, 'Notes');
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('about a node');
  await expect(page.getByRole('button', { name: 'Delete note…' })).toHaveAttribute('aria-description', /^Only the author, admin,/);
  await page.goto(`${cluster.server.url}/drives/${drive?.id}?tab=activity`);
  await scrollToSection(page, 'Notes');
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('about a drive');
  await page.goto(`${cluster.server.url}/drive-classes`);
  await page.getByRole('row', { name: /^fast/ }).getByRole('button', { name: 'Notes' }).click();
  await expect(page.getByRole('dialog').getByRole('list', { name: 'Notes' })).toContainText('about a drive-class');
  await expectNoViolation(page, 'the notes of a drive class');
});

test('shows why notes cannot be read, and reads them again on request @all', async ({ page, cluster, loginAs }) => {
  const volumeId = await cluster.volume('notes-unread', { sizeBytes: 2 ** 30 });
  const problem = { type: 'about:blank', title: 'Forbidden', status: 403, code: 'forbidden', detail: 'Not now.', requestId: 'r' };
  await page.route('**/api/v1/notes?*', (route) =>
    route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  );
  await loginAs('olga', `/volumes/${volumeId}?tab=activity`);
  await scrollToSection(page, 'Notes');
  // The history of the object reads notes too, and shows the same refusal.
  const alert = sectionOf(page, 'Notes').getByRole('alert').filter({ hasText: 'Not now.' });
  await expect(alert).toBeVisible();
  await page.unroute('**/api/v1/notes?*');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No notes yet.')).toBeVisible();
});
