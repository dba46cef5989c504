import { defineRule } from "../rule.ts";
import { isToldFailure } from "./reply-text.ts";

export const outsideRead = defineRule({
  id: "X802",
  severity: "error",
  title: "A path reaches out of the server's directory",
  why: "A model that was misled by what it read can fetch any file of the user: keys, mail, other projects.",
  fix: "Resolve the path with its links, and refuse what is not below the allowed directory.",
  measured:
    "Path arguments of tools that only read get a planted file in another directory, by absolute and relative path and by link. Where the server says that it keeps to a directory, it is an error, elsewhere an info.",
  needs: ["outside"],
  *find({ outside }) {
    const told = new Set<string>();
    // Directories that nobody has set limit nothing; a server that refuses one way and not another has a hole.
    const refuses = outside.some(({ call }) => isToldFailure(call.reply));
    for (const { call, field, reached, limit } of outside) {
      if (!reached || told.has(call.tool)) continue;
      told.add(call.tool);
      yield {
        tool: call.tool,
        at: field,
        cause: "outside",
        ...(limit === "fixed" || (limit === "settable" && refuses) ? {} : { severity: "info" as const }),
        message: `${call.tool} returned a file outside of its working directory.`,
        evidence: { sent: call.input, received: call.reply.kind === "result" ? call.reply.result : undefined },
      };
    }
  },
});
