import { type CompletedCommand, writeArms } from "./completed-commands.ts";

/** Nothing of a project goes through `compgen -W`, which would expand what a name contains. Without an answer, readline completes files. */
export function writeBash(commands: readonly CompletedCommand[]): string {
  const { values, arms } = writeArms(commands, {
    open: "",
    or: " | ",
    value: ({ value, choices }) =>
      value === "choice" ? `COMPREPLY=($(compgen -W "${choices.join(" ")}" -- "$cur"));` : "",
    set: (flags, { takes, words }) => `flags="${flags}"; takes=${takes}; words="${words.join(" ")}"`,
  });
  return `# Completion of outrider for bash.
_outrider() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command="" flags="" takes="" words="" word
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) command="$word"; break ;; esac
  done
  if [ -z "$command" ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")} --help --version" -- "$cur"))
    return
  fi
  case "$command $prev" in
${values}
  esac
  case "$command" in
${arms}
  esac
  case "$cur" in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$cur")); return ;;
  esac
  case "$takes" in
    words) COMPREPLY=($(compgen -W "$words" -- "$cur")) ;;
    symbol)
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(command outrider __names "$cur" 2>/dev/null) ;;
  esac
}
complete -o bashdefault -o default -F _outrider outrider`;
}
