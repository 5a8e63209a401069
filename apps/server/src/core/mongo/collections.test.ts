import { expect, it } from 'vitest';
import { collections, watchedCollections } from './collections.js';

it('names the collection of a live noun after its path, and sends its changes to browsers', () => {
  expect(collections).toMatchObject({ volumes: 'volume', driveClasses: 'drive-class', settings: 'settings' });
  expect(watchedCollections).toContain('driveClasses');
});

it('sends changes of other collections to servers only, or to nobody', () => {
  expect(collections).toMatchObject({ users: 'servers', enrollmentTokens: null });
  expect(watchedCollections).toContain('users');
  expect(watchedCollections).not.toContain('enrollmentTokens');
});
