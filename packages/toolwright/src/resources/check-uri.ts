import { describeText } from "../tool/describe-value.ts";

const uriPattern = /^[a-z][a-z0-9+.-]*:[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;

/** What is wrong with the address of a fixed resource, as a sentence; undefined when nothing is. */
export function findUriProblem(uri: string): string | undefined {
  if (!uriPattern.test(uri) || !URL.canParse(uri)) {
    return `${describeText(uri)} is no URI, such as "doc://tool-guide"`;
  }
  // Clients send addresses the way their URL parser writes them, and these have to be found.
  const { href } = new URL(uri);
  return href === uri ? undefined : `${describeText(uri)} is sent by clients as ${describeText(href)}; write it so`;
}
