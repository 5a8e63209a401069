import { createHash } from 'node:crypto';
import { groupBy } from '@weft/shared/lists/group-by';

/** Fields of the document that the page reads. */
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: { name: string; in: string; required: boolean; description?: string; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { $ref?: string; description?: string; content?: Record<string, { schema: unknown }> }>;
}

const html = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
const json = (value: unknown): string =>
  `<pre>${html(JSON.stringify(value, null, 2)).replace(/#\/components\/schemas\/(\w+)/g, '<a href="#schema-$1">#/components/schemas/$1</a>')}</pre>`;
const schemaIn = (content: Record<string, { schema: unknown }> | undefined): string =>
  content ? json(Object.values(content)[0]?.schema) : '';

function operationHtml(path: string, method: string, operation: Operation): string {
  const parameters = operation.parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${html(name)}</code></td><td>${place}${required ? ', required' : ''}</td><td>${json(schema)}</td></tr>`,
  );
  const responses = Object.entries(operation.responses).map(
    ([status, { $ref, description, content }]) =>
      `<tr><td>${status}</td><td>${html(description ?? $ref?.split('/').at(-1) ?? '')}</td><td>${Number(status) < 400 ? schemaIn(content) : ''}</td></tr>`,
  );
  return `<details id="${operation.operationId}"><summary><b>${method.toUpperCase()}</b> <code>${html(path)}</code> ${html(operation.summary)}</summary><p>${html(operation.description)}</p>
${parameters.length > 0 ? `<h4>Parameters</h4><table>${parameters.join('')}</table>` : ''}${operation.requestBody ? `<h4>Body</h4>${schemaIn(operation.requestBody.content)}` : ''}<h4>Answers</h4><table>${responses.join('')}</table></details>`;
}

const STYLE =
  'body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}summary{cursor:pointer;padding:.3rem 0}pre{overflow:auto;margin:0;font-size:13px}table{border-collapse:collapse}td{border:1px solid #8884;padding:.3rem .6rem;vertical-align:top}details details{margin-left:1rem}';

/** Hash of the only inline style, for the page's Content-Security-Policy. */
export const DOCS_STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`;

/** API documentation as plain HTML: it loads nothing from elsewhere and works without scripts. */
export function docsPage(document: Record<string, unknown>): string {
  const { title, version, description } = document['info'] as Record<string, string>;
  const operations = Object.entries(document['paths'] as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const byTag = groupBy(operations, ({ operation }) => operation.tags[0] ?? '');
  const sections = [...byTag].map(
    ([tag, group]) =>
      `<h2>${html(tag)}</h2>${group.map(({ path, method, operation }) => operationHtml(path, method, operation)).join('\n')}`,
  );
  const schemas = Object.entries((document['components'] as { schemas: Record<string, unknown> }).schemas).map(
    ([name, schema]) => `<details id="schema-${name}"><summary><code>${name}</code></summary>${json(schema)}</details>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${html(String(title))} API</title><style>${STYLE}</style>
<h1>${html(String(title))} API ${html(String(version))}</h1><p>${html(String(description))} The same as <a href="openapi.json">OpenAPI 3.1</a>.</p>
${sections.join('\n')}<h2>schemas</h2>${schemas.join('\n')}</html>`;
}
