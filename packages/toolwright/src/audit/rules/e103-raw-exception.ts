import { defineRule } from "../rule.ts";
import { findSecrets } from "../report/quote.ts";
import { isJsonObject } from "../../tool/schema.ts";
import { parseJson } from "../parse-json.ts";
import type { ListedTool, Listing, Purpose, Reply, SeenCall } from "../seen.ts";
import { splitName } from "./listed-tools.ts";
import { describeUnanswered, isToldFailure, replyText, textBlocks } from "./reply-text.ts";

const ownCode = "a path of the server's own code";
const forms: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["a Python traceback", /Traceback \(most recent call last\)|\n\s*File "[^"\n]+", line \d+/],
  ["a JavaScript stack", /\n\s*at (?:async )?[\w.<>$ []+\(?(?:file:\/\/|node:|\/|[A-Za-z]:\\)[^\n]*:\d+:\d+\)?/],
  ["a Java stack", /\n\s*at [\w.$]+\([\w$]+\.java:\d+\)/],
  ["a Go stack", /\bgoroutine \d+ \[running\]/],
  ["a Rust panic", /thread '[^']*' panicked at/],
  [ownCode, /(?:\/|\\)(?:node_modules|site-packages|dist-packages)(?:\/|\\)[^\s"']+/],
];

export const rawException = defineRule({
  id: "E103",
  severity: "error",
  title: "An error shows the inside of the server",
  why: "Stacks and paths tell a model nothing that it can act on, cost hundreds of tokens, and tell every reader how the server is built. A secret in an error is in the hands of the model's provider.",
  fix: "Catch at one place, log the detail to stderr, and answer in a sentence.",
  measured:
    "Errors and answers of all calls are searched for stacks, and for secrets that were planted in the environment; errors also for keys of known forms and passwords in addresses. A path of an installed package alone, a tool that says that it shows the environment, and a stack in a diagnosis, a health check or for debugging, without secrets and paths of the user, are an info; what was sent or is listed is no leak. A stack in a field of its own, beside a message in words, is a warning.",
  needs: ["calls"],
  unmeasured: ({ calls, listing }) => describeUnanswered(calls, listing),
  *find({ calls, canaries, listing }) {
    const told = new Set<string>();
    for (const call of calls) {
      const { tool, purpose, input, reply } = call;
      // In JSON, the lines of a stack end with two characters.
      const text = `\n${replyText(reply).replaceAll(/(?:\\r)?\\n/g, "\n")}`;
      const sent = JSON.stringify(input);
      const form = isToldFailure(reply) ? forms.find(([, pattern]) => findUnsent(text, pattern, sent) >= 0) : undefined;
      const leaked = canaries.some((canary) => text.includes(canary) && !sent.includes(canary));
      const secret = isToldFailure(reply) ? findOwnSecret(text, sent, listing) : undefined;
      const isDiagnosis = !leaked && form?.[0] !== ownCode && isOpenDiagnosis(listing.tools, call, text);
      const stack = form && `${form[0]}${isDiagnosis ? " in a diagnosis" : ""}`;
      const what = leaked ? "a secret of its environment" : secret === undefined ? stack : "a secret";
      if (what === undefined || told.has(`${tool} ${what}`)) continue;
      told.add(`${tool} ${what}`);
      const at = secret === undefined ? form && findUnsent(text, form[1], sent) : text.indexOf(secret);
      // A tool that is there to show the environment does what it says.
      const isOpen = leaked && !isToldFailure(reply) && showsEnvironment(listing.tools, tool);
      yield {
        tool,
        at: what,
        cause: what,
        ...(isOpen || (isDiagnosis && secret === undefined) || what === ownCode ? { severity: "info" as const } : {}),
        ...(what === form?.[0] && what !== ownCode && isDetail(reply) ? { severity: "warning" as const } : {}),
        message: `${tool} answered with ${what}${purpose === "valid" ? "" : ` to a bad input`}.`,
        evidence: { sent: input, received: text.slice(Math.max(0, (at ?? 0) - 80)) },
      };
    }
  },
});

/** A stack in a field of its own, beside a message in words: it costs tokens, and the model still reads what went wrong. */
function isDetail(reply: Reply): boolean {
  if (reply.kind !== "result" || reply.result["isError"] !== true) return false;
  const told = [reply.result["structuredContent"], parseJson(textBlocks(reply.result).join("\n"))];
  return told.some(
    (each) =>
      isJsonObject(each) &&
      Object.entries(each).some(
        ([name, value]) =>
          /^(?:error_?)?message$|^error$/i.test(name) &&
          typeof value === "string" &&
          value !== "" &&
          forms.every(([, pattern]) => !pattern.test(`\n${value}`)),
      ),
  );
}

/** Where a pattern is found in words that the caller has not sent itself. */
function findUnsent(text: string, pattern: RegExp, sent: string): number {
  const found = pattern.exec(text);
  return found === null || sent.includes(found[0].trim()) ? -1 : found.index;
}

/** A key or a password that the caller has not sent, and that is no example. */
function findOwnSecret(text: string, sent: string, { tools, instructions }: Listing): string | undefined {
  const secrets = findSecrets(text).filter((secret) => !isPlaceholder(secret) && !sent.includes(secret));
  if (secrets.length === 0) return undefined;
  const listed = `${instructions} ${JSON.stringify(tools.map(({ raw }) => raw))}`;
  return secrets.find((secret) => !listed.includes(secret));
}

/** What stands for a secret, or is none: `password`, `<key>`, `****`, a key for the public, words joined by hyphens. */
function isPlaceholder(secret: string): boolean {
  if (/^[prs]k[-_]/.test(secret)) return secret.startsWith("pk") || !/(?=[A-Za-z]*\d)[A-Za-z0-9]{12}/.test(secret);
  return placeholder.test(secret);
}

const placeholder =
  /[<>{}$[\]…]|\*{2}|\.{3}|^x+$|^%s$|^(?:your|my|the)?[-_]?(?:db|user)?[-_]?(?:pass(?:word|wd)?|pwd?|secret|token|(?:api[-_]?)?key)\d*$|example|placeholder|redacted|masked|hidden|changeme/i;

/** A tool that is there to show the inside, which a wrong call does not ask for, and nothing of a person in it. */
function isOpenDiagnosis(tools: readonly ListedTool[], { tool, purpose }: SeenCall, text: string): boolean {
  if (mistakes.has(purpose) || findSecrets(text).length > 0) return false;
  if (userPath.test(text.replaceAll(packagePath, ""))) return false;
  const { description = "" } = tools.find(({ name }) => name === tool) ?? {};
  const [announced = ""] = /^[^.\n]*/.exec(description.trim()) ?? [];
  return diagnosis.test(`${splitName(tool).join(" ")}\n${announced}`);
}

const mistakes: ReadonlySet<Purpose> = new Set(["missing-field", "wrong-type", "wrong-value"]);
const packagePath = /[^\s"'()]*[\\/](?:node_modules|site-packages|dist-packages)[\\/][^\s"'()]*/g;
const userPath = /\/(?:home|Users|root)\/|\b[A-Za-z]:\\+Users\\/;
const diagnosis =
  /\b(?:diagnos|debug)|\bhealth (?:check|status|report)|\b(?:server|service|system)(?:'s)? health|\bhealth of (?:the|this) (?:server|service|system)|^(?:(?:get|show|check) )?health$/im;

function showsEnvironment(tools: readonly ListedTool[], name: string): boolean {
  return /\benvironment\b/i.test(tools.find((tool) => tool.name === name)?.description ?? "");
}
