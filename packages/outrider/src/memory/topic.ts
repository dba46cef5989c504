import { ToolError } from "toolwright";
import { showPath, isWindowsDevice } from "../workspace/paths/check-path.ts";

const longestTopic = 160;
const longestName = 80;
const deepest = 6;
// Control and format characters, lone surrogates, and what some file systems refuse.
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\\:*?"<>|]/u;

/** Normalizes a topic from outside to the form in which it is stored; a ToolError says what is wrong with it. */
export function parseTopic(given: string): string {
  const topic = given.normalize("NFC").trim().replace(/\.md$/i, "");
  const problem = findTopicProblem(topic);
  if (problem === undefined) return topic;
  throw new ToolError(
    "invalid_topic",
    `The topic ${showPath(given)} ${problem}. A topic is a name such as "build" or "build/ci".`,
  );
}

export function findTopicProblem(topic: string): string | undefined {
  if (topic === "") return "is empty";
  if (topic.length > longestTopic) return `has ${topic.length} characters; ${longestTopic} is the most`;
  if (topic.startsWith("/")) return 'begins with "/"; topics are no paths of the disk';
  const names = topic.split("/");
  if (names.length > deepest) return `has ${names.length} levels; ${deepest} is the most`;
  for (const [index, name] of names.entries()) {
    const problem = findNameProblem(name, index === names.length - 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function findNameProblem(name: string, isLast: boolean): string | undefined {
  if (name === "") return "has an empty name in it";
  if (name === "." || name === "..") return `has ${JSON.stringify(name)} in it`;
  if (forbidden.test(name)) return "has a character in it that not every system allows in a file name";
  if (name.startsWith(".")) return "has a name that begins with a dot";
  if (/[. ]$/.test(name) || name.startsWith(" "))
    return "has a name that begins or ends with a blank or ends with a dot";
  if (isWindowsDevice(name)) return `has the name of a Windows device in it, ${JSON.stringify(name)}`;
  if (Buffer.byteLength(name) > longestName) return `has a name longer than ${longestName} bytes`;
  // The directory of one topic must not be the file of another.
  if (!isLast && /\.md$/i.test(name)) return `has ${JSON.stringify(name)} in it, which would be a file`;
  return undefined;
}

/** A topic that this one clashes with if file names ignore case: itself or one of its directories, spelled differently. */
export function findClash(topic: string, existing: readonly string[]): string | undefined {
  const own = prefixes(topic);
  return existing.find((other) => {
    if (other === topic) return false;
    return prefixes(other).some((part) => own.some((mine) => mine !== part && fold(mine) === fold(part)));
  });
}

function prefixes(topic: string): readonly string[] {
  const names = topic.split("/");
  return names.map((_, index) => names.slice(0, index + 1).join("/") + (index === names.length - 1 ? ".md" : ""));
}

function fold(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
