import { hasOption, type Invocation, operands } from "../invocation.ts";
import { laterReason, mayWriteTo, namesLater } from "../judge-target.ts";
import { optionValues } from "../option-values.ts";
import type { Rule } from "../rule.ts";
import { textsOf, type Word } from "../word.ts";

const compiler = ["-o", "-MF"];
const target = ["-t", "--target-directory"];
const tar = ["--one-top-level", "--index-file", "--listed-incremental", "-g"];

/** Options whose value is a file or directory to write to. */
const outputOptions: Readonly<Partial<Record<string, readonly string[]>>> = {
  curl: [
    "-o",
    "-D",
    "-c",
    "--dump-header",
    "--cookie-jar",
    "--trace",
    "--trace-ascii",
    "--stderr",
    "--etag-save",
  ].concat("--libcurl", "--hsts", "--alt-svc"),
  wget: ["-O", "-P", "-o", "-a", "--output-document", "--directory-prefix", "--append-output", "--save-cookies"].concat(
    "--warc-file",
    "--hsts-file",
  ),
  aria2c: ["-d", "-o", "--dir", "--out", "-l", "--log"],
  http: ["-o"],
  https: ["-o"],
  tar,
  gtar: tar,
  bsdtar: tar,
  unzip: ["-d"],
  "7z": ["-o"],
  "7za": ["-o"],
  unrar: ["-op"],
  sort: ["-o"],
  shuf: ["-o"],
  csplit: ["-f", "--prefix"],
  cp: target,
  mv: target,
  ln: target,
  install: target,
  patch: ["-d", "--directory", "-o", "-r", "--reject-file", "-B", "--prefix"],
  rsync: ["--backup-dir", "--log-file", "--temp-dir", "--write-batch", "--partial-dir"],
  gcc: compiler,
  cc: compiler,
  "g++": compiler,
  "c++": compiler,
  clang: compiler,
  "clang++": compiler,
  ld: compiler,
  rustc: ["-o"],
  go: ["-o", "-coverprofile", "-cpuprofile", "-memprofile"],
  cargo: ["--target-dir", "--root"],
  javac: ["-d", "-s"],
  protoc: ["-o"],
  tsc: ["--declarationDir", "--tsBuildInfoFile"],
  pandoc: ["-o"],
  openssl: ["-out", "-keyout"],
  iconv: ["-o"],
  tree: ["-o"],
  time: ["-o"],
  strace: ["-o"],
  script: ["-O", "-B", "-T", "--log-out", "--log-io", "--log-timing"],
  pip: ["-t", "-d", "--target", "--prefix", "--root", "--dest", "--log"],
  pip3: ["-t", "-d", "--target", "--prefix", "--root", "--dest", "--log"],
  npm: ["--pack-destination", "--prefix"],
  docker: ["-o"],
  podman: ["-o"],
  gh: ["-D", "-O", "--dir"],
  psql: ["-o", "-L", "--log-file"],
  pg_dump: ["-f", "--file"],
  mysqldump: ["-r", "--result-file"],
  yt: ["-o"],
  make: ["-C", "--directory"],
  gmake: ["-C", "--directory"],
  ninja: ["-C"],
  pnpm: ["-C", "--dir"],
  yarn: ["--cwd"],
  git: ["--export-marks", "--output"],
};

/** These mean the same everywhere. */
const common = [
  "--output",
  "--output-file",
  "--output-dir",
  "--output-directory",
  "--outfile",
  "--outdir",
  "--out-dir",
  "--outFile",
  "--outDir",
];

/** Programs that write to one of their operands. */
const outputOperands: Readonly<Partial<Record<string, (values: readonly Word[]) => readonly Word[]>>> = {
  uniq: (values) => values.slice(1),
  xxd: (values) => values.slice(1),
  split: (values) => values.slice(1),
  zip: (values) => values.slice(0, 1),
  script: (values) => values.slice(-1),
  ffmpeg: (values) => values.slice(-1),
  convert: (values) => values.slice(-1),
  virtualenv: (values) => values,
};

export const outputRules: readonly Rule[] = [
  {
    programs: ["*"],
    reason: "writes outside of the working directory, or to a file that cannot be told",
    when: (invocation) => outputsOf(invocation).some((word) => !mayWriteTo(word, invocation.places)),
  },
  {
    programs: ["tar", "gtar", "bsdtar"],
    reason: "writes outside of the working directory, or to a file that cannot be told",
    when: (invocation) => tarOutputs(invocation).some((word) => !mayWriteTo(word, invocation.places)),
  },
  {
    programs: ["*"],
    reason: laterReason,
    loses: true,
    when: (invocation) => outputsOf(invocation).some((word) => namesLater(word, invocation.places)),
  },
  {
    programs: ["tar", "gtar", "bsdtar"],
    reason: laterReason,
    loses: true,
    when: (invocation) => tarOutputs(invocation).some((word) => namesLater(word, invocation.places)),
  },
  {
    programs: ["tar", "gtar", "bsdtar"],
    reason: "writes wherever the archive says, or deletes what it has packed",
    when: (invocation) =>
      ((hasOption(invocation, "-P") || isLetter(invocation, "P")) && tarMode(invocation) === "x") ||
      hasOption(invocation, "--absolute-names", "--remove-files"),
  },
  {
    programs: ["wget"],
    reason: "gives wget settings that say where it writes",
    when: (wget) =>
      optionValues(wget, "-e", "--execute").some((word) => !textsOf(word).every((text) => /^robots\s*=/.test(text))),
  },
];

function outputsOf(invocation: Invocation): readonly Word[] {
  const { program } = invocation;
  const values = optionValues(invocation, ...(outputOptions[program] ?? []), ...common);
  return [...values, ...(outputOperands[program]?.(operands(invocation)) ?? [])];
}

/** The archive when creating one, the directory when unpacking one. */
function tarOutputs(invocation: Invocation): readonly Word[] {
  const mode = tarMode(invocation);
  const old = oldValues(invocation);
  if (mode === "x") return [...optionValues(invocation, "-C", "--directory"), ...(old.get("C") ?? [])];
  if (mode === "t") return [];
  return [...optionValues(invocation, "-f", "--file"), ...(old.get("f") ?? [])];
}

function tarMode(invocation: Invocation): "x" | "t" | "c" {
  if (hasOption(invocation, "-x", "--extract", "--get") || isLetter(invocation, "x")) return "x";
  return hasOption(invocation, "-t", "--list", "-d", "--diff") || isLetter(invocation, "t") ? "t" : "c";
}

function isLetter({ args }: Invocation, letter: string): boolean {
  return args
    .slice(0, 1)
    .some((word) => textsOf(word).some((text) => /^[A-Za-z]+$/.test(text) && text.includes(letter)));
}

/** `tar xfC a.tar dir`: letters without a dash take their values from the following words in order. */
function oldValues({ args }: Invocation): ReadonlyMap<string, readonly Word[]> {
  const [letters = ""] = args.slice(0, 1).flatMap(textsOf);
  if (!/^[A-Za-z]+$/.test(letters)) return new Map();
  const readers = Array.from(letters).filter((letter) => "fCbTXIgKNVFLH".includes(letter));
  return new Map(readers.map((letter, at) => [letter, args.slice(at + 1, at + 2)]));
}
