import { agentRooms } from '../catalogue/agent/agent-messages.js';
import { rooms } from '../catalogue/catalogue.js';
import type { Entry } from '../entry.js';
import { agentRefusals } from '../errors/agent-refusals.js';
import type { ErrorEntry } from '../errors/entry/error-entry.js';
import { errorRooms } from '../errors/error-catalogue.js';
import { errorParts } from '../errors/error-parts.js';
import type { Shape } from '../field.js';
import type { Params } from '../message.js';
import { type Piece, plainText } from '../words.js';
import { rendered } from './render.js';
import { agentPieces } from './render-agent.js';
import { textOfError } from './render-error.js';
import type { Rendered, Renderer } from './renderer.js';

const HEAD = `# Messages

For programs that read conditions, jobs and errors of the API and show or filter them.

A condition carries \`reason\` (a stable code), \`params\` (data) and \`message\` (the English sentence made of them). Switch on the code and read the
data; do not read the sentence. A condition whose reason is that of one of its legs or of an agent has the code of its sentence in \`code\`.
Names of a job's steps and its waits carry \`code\` and \`params\`; reasons of steps and errors of jobs do too, with the code of their sentence in
\`messageCode\` if it differs. The params of the wait \`step-waits\` are the step, its reason, and its ways out, each with a code of its own.
Data are texts, numbers in the unit of their name, moments (ISO 8601), references (\`kind\`, \`id\`, \`name\`), other messages (\`code\`, \`params\`),
and lists of these. The catalogue is \`packages/shared/src/text\`; this page is generated from it (\`npm run generate -w @weft/shared\`).
`;

const AGENTS = `
## Reasons of agents

Code, data and sentence of a reason that an agent reports. The message \`agent-report\` carries code and data in \`report\`, and the sentence in
\`text\`. Without \`report\`, the agent is of another version than the server, or its data were too long: only the text is known. A target
knows volumes and drives, but its legs only by the name of their LV.
`;

const dataOf = (params: Shape): string =>
  Object.entries(params)
    .map(([name, { title, isOptional }]) => `\`${name}\`: ${title}${isOptional ? ', optional' : ''}`)
    .join('; ');

const cell = (text: string): string => text.replaceAll('|', '\\|');

function row(code: string, { params }: Entry<Params>, texts: Rendered | null): string {
  const sentences = [
    texts ? plainText(texts.message) : '',
    texts?.waitingFor ? `Waiting for: ${plainText(texts.waitingFor)}` : '',
    texts?.unblockedBy ? `Unblocked by: ${plainText(texts.unblockedBy)}` : '',
  ];
  return `| \`${code}\` | ${dataOf(params)} | ${cell(sentences.filter((each) => each !== '').join('<br>'))} |`;
}

const table = (heading: string, room: object, render: Renderer): string => {
  const rows = Object.entries(room as Record<string, Entry<Params>>).map(([code, entry]) =>
    row(code, entry, render({ code, params: entry.example })),
  );
  return `\n${heading}\n\n| code | data | example |\n|---|---|---|\n${rows.join('\n')}\n`;
};

const ofAgent: Renderer = (message) => {
  const pieces: Piece[] | null = agentPieces(message);
  return pieces && { message: pieces };
};

const ERRORS_HEAD = `
## Errors

The problem document of an error carries \`reason\` (\`code\` and \`params\`) and \`detail\` (the English sentence made of them).
The class of the error is the \`code\` of the problem document. An agent whose connection or message is refused gets the class and the sentence.
`;

const errorRow = (code: string, { errorCode, params, example }: ErrorEntry<Params, string>): string =>
  `| \`${code}\` | \`${errorCode}\` | ${dataOf(params)} | ${cell(textOfError({ code, params: example }))} |`;

function errorSections(): string {
  const tables = Object.entries({ ...errorRooms, 'Refusals of agents': agentRefusals }).map(([name, room]) => {
    const rows = Object.entries(room).map(([code, entry]) => errorRow(code, entry as unknown as ErrorEntry<Params, string>));
    return `\n### ${name}\n\n| code | class | data | example |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  const parts = Object.entries(errorParts).map(([code, entry]) => {
    const { params, example } = entry as unknown as Entry<Params>;
    return `| \`${code}\` | ${dataOf(params)} | ${cell(textOfError({ code, params: example }))} |`;
  });
  const partsTable = `\n### Parts of errors\n\nMessages inside the data of errors.\n\n| code | data | example |\n|---|---|---|\n${parts.join('\n')}\n`;
  return ERRORS_HEAD + tables.join('') + partsTable;
}

/** The text of docs/messages.md. */
export function messagesPage(): string {
  const tables = Object.entries(rooms).map(([name, room]) => table(`## ${name}`, room, rendered));
  const ofAgents = Object.entries(agentRooms).map(([name, room]) => table(`### ${name}`, room, ofAgent));
  return HEAD + tables.join('') + AGENTS + ofAgents.join('') + errorSections();
}
