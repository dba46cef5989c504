/** A program that runs the command in its arguments. */
export interface Wrapper {
  /** Options that take the next word as a value. */
  readonly values: readonly string[];
  /** Number of operands before the command. */
  readonly skip?: number;
}

/** Wrappers that are fully described by their options. */
export const wrappers: Readonly<Partial<Record<string, Wrapper>>> = {
  sudo: { values: ["-u", "-g", "-h", "-p", "-C", "-r", "-t", "-T", "-U", "-D", "-R", "--user", "--group"] },
  doas: { values: ["-u", "-C"] },
  nohup: { values: [] },
  setsid: { values: [] },
  time: { values: ["-f", "-o", "--format", "--output"] },
  coproc: { values: [] },
  builtin: { values: [] },
  exec: { values: ["-a"] },
  nice: { values: ["-n", "--adjustment"] },
  ionice: { values: ["-c", "-n", "-p", "--class", "--classdata"] },
  taskset: { values: [], skip: 1 },
  chrt: { values: [], skip: 1 },
  timeout: { values: ["-s", "-k", "--signal", "--kill-after"], skip: 1 },
  gtimeout: { values: ["-s", "-k", "--signal", "--kill-after"], skip: 1 },
  stdbuf: { values: ["-i", "-o", "-e"] },
  unbuffer: { values: [] },
  chronic: { values: [] },
  caffeinate: { values: ["-t", "-w"] },
  strace: { values: ["-o", "-e", "-s", "-p", "-u"] },
  ltrace: { values: ["-o", "-e", "-s", "-p", "-u"] },
  "!": { values: [] },
  busybox: { values: [] },
  toybox: { values: [] },
  bunx: { values: [] },
  pnpx: { values: [] },
  dotenv: { values: ["-e", "-f"] },
  valgrind: { values: [] },
  fakeroot: { values: [] },
  setpriv: { values: [] },
  "xvfb-run": { values: ["-n", "-s"] },
};
