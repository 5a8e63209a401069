/*
 * Scripts for shells. They ask the program itself (`weft __complete`), so that they know every command and the names of the cluster.
 */

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

const bash = `# bash completion of weft: eval "$(weft completion bash)", or a file in /usr/share/bash-completion/completions
_weft() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("$(printf '%q' "$line")")
  done < <(weft __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [ "\${#COMPREPLY[@]}" -eq 1 ] && [[ \${COMPREPLY[0]} == *= ]]; then compopt -o nospace; fi
}
complete -o default -F _weft weft
`;

const zsh = `#compdef weft
# zsh completion of weft: source <(weft completion zsh), or a file _weft in a folder of fpath
_weft() {
  local -a found
  found=("\${(@f)$(weft __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if (( \${#found} == 0 )) || [[ -z \${found[1]} ]]; then _files; else compadd -- "\${found[@]}"; fi
}
if [ "\${funcstack[1]}" = _weft ]; then _weft; else compdef _weft weft; fi
`;

const fish = `# fish completion of weft: weft completion fish | source, or a file in ~/.config/fish/completions
function __weft_complete
  set -l words (commandline -opc) (commandline -ct)
  weft __complete -- $words[2..-1] 2>/dev/null
end
complete -c weft -f -a '(__weft_complete)'
`;

export const completionScripts: Record<Shell, string> = { bash, zsh, fish };
