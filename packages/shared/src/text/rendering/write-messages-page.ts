// `npm run generate -w @weft/shared`: writes docs/messages.md. A unit test checks the committed page against the catalogue.
import { writeFileSync } from 'node:fs';
import { messagesPage } from './messages-page.js';

writeFileSync(new URL('../../../../../docs/messages.md', import.meta.url), messagesPage());
