/**
 * C#: Roslyn's semantic model over all files of a repository as one compilation, without the packages it uses. It knows C# 8 (see
 * accuracy/roslyn.ts), so revisions of that time are pinned. Overloads and the parts of a partial type are one symbol.
 */
import { spawnSync } from "node:child_process";
import { buildWithRoslyn } from "../../accuracy/roslyn.ts";
import { type Judge, programPath } from "./judge.ts";

export const csharp: Judge = {
  language: "csharp",
  title: "Roslyn 3.4",
  endings: [".cs"],
  programs: ["csharp/Judge.cs"],
  run: async ({ root, files }) => {
    const { command, args, env } = await buildWithRoslyn(programPath("csharp/Judge.cs"));
    const { status, stdout, stderr } = spawnSync(command, [...args, root], {
      input: `${files.join("\n")}\n`,
      encoding: "utf8",
      maxBuffer: 2 ** 30,
      env: { ...process.env, ...env },
    });
    if (status !== 0) throw new Error(`The C# judge failed: ${stderr.slice(-600)}`);
    return stdout;
  },
};
