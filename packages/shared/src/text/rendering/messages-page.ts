import { rooms } from '../catalogue/catalogue.js';
import type { Entry } from '../entry.js';
import type { Shape } from '../field.js';
import type { Params } from '../message.js';
import { plainText } from '../words.js';
import { rendered } from './render.js';

const HEAD = `# Messages

For programs that read conditions of the API and show or filter them.

A condition carries \`reason\` (a stable code), \`params\` (data) and \`message\` (the English sentence made of them). Switch on the code and read the
data; do not read the sentence. A condition whose reason is that of one of its legs or of an agent has the code of its sentence in \`code\`.
Data are texts, numbers in the unit of their name, moments (ISO 8601), references (\`kind\`, \`id\`, \`name\`), other messages (\`code\`, \`params\`),
and lists of these. The catalogue is \`packages/shared/src/text\`; this page is generated from it (\`npm run generate -w @weft/shared\`).
`;

const dataOf = (params: Shape): string =>
  Object.entries(params)
    .map(([name, { title, isOptional }]) => `\`${name}\`: ${title}${isOptional ? ', optional' : ''}`)
    .join('; ');

const cell = (text: string): string => text.replaceAll('|', '\\|');

function row(code: string, { params, example }: Entry<Params>): string {
  const texts = rendered({ code, params: example });
  const sentences = [
    texts ? plainText(texts.message) : '',
    texts?.waitingFor ? `Waiting for: ${plainText(texts.waitingFor)}` : '',
    texts?.unblockedBy ? `Unblocked by: ${plainText(texts.unblockedBy)}` : '',
  ];
  return `| \`${code}\` | ${dataOf(params)} | ${cell(sentences.filter((each) => each !== '').join('<br>'))} |`;
}

/** The text of docs/messages.md. */
export function messagesPage(): string {
  const tables = Object.entries(rooms).map(([name, room]) => {
    const rows = Object.entries(room).map(([code, entry]) => row(code, entry as unknown as Entry<Params>));
    return `\n## ${name}\n\n| code | data | example |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  return HEAD + tables.join('');
}
