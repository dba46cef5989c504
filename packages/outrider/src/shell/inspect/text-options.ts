/** Options of which the value is text and no file, for each program. */
const options: Readonly<Partial<Record<string, readonly string[]>>> = {
  git: ["-m", "--message", "--author", "--grep", "-S", "-G", "--date", "--trailer"],
  gh: ["--title", "--body", "-t", "-b", "-m", "--search", "-S", "--subject"],
  glab: ["--title", "--description", "-t", "-d", "-m"],
  npm: ["-m", "--message"],
  curl: ["-H", "--header", "-A", "--user-agent", "-X", "--request"],
  grep: ["-e", "--regexp", "--exclude", "--exclude-dir"],
  rg: ["-e", "--regexp", "-r", "--replace"],
  ag: ["--ignore", "--ignore-dir"],
  ack: ["--ignore-dir", "--ignore-file"],
  awk: ["-v", "--assign", "-F", "--field-separator"],
  docker: ["-t", "--tag", "--name", "-l", "--label"],
  tar: ["--exclude"],
  rsync: ["--exclude"],
  du: ["--exclude"],
  eslint: ["--ignore-pattern"],
};

const twins: Readonly<Partial<Record<string, string>>> = {
  egrep: "grep",
  fgrep: "grep",
  zgrep: "grep",
  gawk: "awk",
  mawk: "awk",
  nawk: "awk",
  podman: "docker",
  gtar: "tar",
  bsdtar: "tar",
};

export function textOptionsOf(program: string): ReadonlySet<string> {
  return new Set(options[twins[program] ?? program] ?? []);
}
