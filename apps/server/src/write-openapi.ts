import { writeFileSync } from 'node:fs';
import { openApiDocument } from './core/http/openapi/openapi.js';

// `npm run openapi -w @weft/server`, from the package's folder: writes the committed document from the contract.
writeFileSync('openapi.json', `${JSON.stringify(openApiDocument(), null, 2)}\n`);
