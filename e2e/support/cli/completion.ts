import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { builtWeft, type WeftCommand } from './weft-command.js';

const weft = `${process.execPath} ${builtWeft}`;

/** Types a line and a tab into zsh on a terminal of its own (zshmodules(1), zsh/zpty). @returns what it writes after that */
const zsh = (line: string): string => `
  zmodload zsh/zpty
  zpty shell zsh -f -i
  zpty -w shell "PROMPT='ready> '; autoload -Uz compinit; compinit -u -D; weft() { ${weft} \\"\\$@\\" }; source <(weft completion zsh); print be''gun"
  zpty -r shell before '*begun*ready> '
  zpty -w -n shell ${JSON.stringify(line)}$'\\t\\t'
  # The list of proposals, or the completed word, is there when zsh reads the next key.
  zpty -w -n shell $'\\C-a: \\C-e end\\n'
  zpty -r shell shown '* end*'
  print -r -- "$shown"
  zpty -d shell`;

const scripts = {
  bash: (line: string) =>
    `weft() { ${weft} "$@"; }; eval "$(weft completion bash)"; COMP_WORDS=(${line}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _weft; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh,
  fish: (line: string) => `function weft; ${weft} $argv; end; weft completion fish | source; complete -C${JSON.stringify(line)}`,
};

/** What a shell shows for an unfinished line: bash and fish the proposals alone, zsh all that its terminal gets. */
export async function completed(shell: keyof typeof scripts, line: string, { env, directory }: WeftCommand): Promise<string> {
  const options = { env: { ...env, HOME: directory, TERM: 'dumb' }, timeout: 60_000 };
  return (await promisify(execFile)(shell, ['-c', scripts[shell](line)], options)).stdout.trim();
}
