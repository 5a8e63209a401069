import { paths } from './paths.js';

/** The page of one object; null: objects of this kind have none. */
export function objectPage(kind: string, id: string) {
  switch (kind) {
    case 'volume':
      return paths.volume(id);
    case 'attachment':
      return paths.attachment(id);
    case 'node':
      return paths.node(id);
    case 'drive':
      return paths.drive(id);
    case 'drive-class':
      return paths.driveClass(id);
    default:
      return null;
  }
}
