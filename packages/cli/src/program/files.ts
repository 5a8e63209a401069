import { allCommands } from '../commands/all.js';
import { manPageOf } from '../help/man-page.js';
import type { Table } from '../table/command.js';

/* What the build writes beside the program. */

export const manPage = (table: Table): string => manPageOf(allCommands(table), table.version);
export { completionScripts } from '../completion/scripts.js';
