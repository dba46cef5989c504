import { type CompletedCommand, writeArms } from "./completed-commands.ts";

/** `compadd` quotes what it inserts. */
export function writeZsh(commands: readonly CompletedCommand[]): string {
  const { values, arms } = writeArms(commands, {
    open: "(",
    or: "|",
    value: ({ value, choices }) =>
      value === "choice" ? `compadd -- ${choices.join(" ")};` : value === "file" ? "_files;" : "",
    set: (flags, { takes, words }) => `flags=(${flags}); takes=${takes}; others=(${words.join(" ")})`,
  });
  return `#compdef outrider
# Completion of outrider for zsh.
_outrider() {
  local cur="\${words[CURRENT]}" prev="\${words[CURRENT-1]}" command="" takes="" word
  local -a flags others names commands
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ "$word" == -* ]] || { command="$word"; break }
  done
  if [[ -z "$command" ]]; then
    compadd -- ${commands.map(({ name }) => name).join(" ")} --help --version
    return
  fi
  case "$command $prev" in
${values}
  esac
  case "$command" in
${arms}
  esac
  if [[ "$cur" == -* ]]; then
    compadd -- $flags
    return
  fi
  case "$takes" in
    (words) compadd -- $others ;;
    (file) _files ;;
    (symbol)
      names=("\${(@f)$(command outrider __names "$cur" 2>/dev/null)}")
      (( \${#\${names:#}} )) && compadd -- "\${(@)names:#}"
      _files ;;
  esac
}
if [[ "\${funcstack[1]}" == "_outrider" ]]; then
  _outrider "$@"
else
  compdef _outrider outrider
fi`;
}
