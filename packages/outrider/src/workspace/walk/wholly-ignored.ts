import { readRipgrep, type RipgrepEnd, type Spawner } from "./ripgrep.ts";
import { ruleArguments, startOf, type WalkRules } from "./walk-rules.ts";

/**
 * Whether ignore files leave out everything below a directory that somebody has named: then they are not meant. Ends at
 * the first file that is not left out, so that it costs next to nothing where there is one.
 */
export async function isWhollyIgnored(
  processes: Spawner,
  rules: WalkRules,
  directory: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { cwd, argument } = startOf(rules.root, directory);
  const args = ["--files", "--quiet", ...ruleArguments(rules, directory), "--", argument];
  let end: RipgrepEnd | undefined;
  for await (const _nothing of readRipgrep(processes, { args, cwd, signal, onEnd: (told) => (end = told) })) continue;
  return end?.exitCode !== 0;
}
