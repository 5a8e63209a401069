import { Failure, usage } from '../core/failure.js';
import { ask, confirmed } from '../core/terminal.js';
import { isId } from '../resolve/resolver.js';
import type { Run } from '../run/run.js';
import { confirmingName, type Prepared } from './request.js';

/**
 * Makes sure that a person wants a destruction, and fills in the name that the API wants as confirmation. On a terminal, the person types the
 * name where the console asks for it, and answers a question elsewhere. In a pipe, `--yes` is the answer; the name then counts as confirmed
 * only if the command line has it, and not just an id.
 * @param shownAs the command as the person typed it, where it has another name @throws Failure without a confirmation
 */
export async function confirm(run: Run, prepared: Prepared, shownAs?: string): Promise<void> {
  const { command, body, subjectText } = prepared;
  const flag = command.flags.find(({ confirms }) => confirms);
  const isNeeded = command.destructive === true || (flag !== undefined && run.texts(flag.name) !== undefined);
  if (!isNeeded) return;
  const name = attachedName(prepared) ?? confirmingName(prepared);
  const title = shownAs ?? `${command.words.join(' ')}${name ? ` ${name}` : ''}`;
  if (!flag || body === undefined) return yesOrNo(run, title);
  const isGiven = body[flag.field] !== undefined;
  if (run.has('yes')) {
    if (!isGiven && subjectText !== undefined && isId(subjectText))
      throw usage(`An id does not confirm the name: --${flag.name} is missing.`);
    if (!isGiven && name) body[flag.field] = name;
    return;
  }
  if (!run.isInteractive) throw unconfirmed(title);
  if (isGiven) return yesOrNo(run, title);
  const typed = (await ask(run.terminal, `${command.summary}.\nType ${name} to confirm: `)).trim();
  if (typed !== name) throw new Failure('unconfirmed', `"${typed}" is not "${name}". Nothing was done.`);
  body[flag.field] = name;
}

/** A forced detach asks for the volume's name. */
function attachedName({ command, subject }: Prepared): string | undefined {
  if (command.words[0] !== 'attachment' || !command.flags.some(({ field }) => field === 'volumeName')) return undefined;
  return (subject?.volume as { name?: string } | undefined)?.name;
}

async function yesOrNo(run: Run, title: string): Promise<void> {
  if (run.has('yes')) return;
  if (!run.isInteractive) throw unconfirmed(title);
  if (!(await confirmed(run.terminal, `${title}?`))) throw new Failure('unconfirmed', 'Nothing was done.');
}

const unconfirmed = (title: string): Failure =>
  new Failure('unconfirmed', `"${title}" needs a confirmation, and there is no terminal to ask on. Nothing was done.`, 'Add --yes.');
