import { join } from "node:path";
import { type FileReferences, noOthers, type Reference } from "../../../syntax/references/find-references.ts";
import type { LateFiles } from "../../../syntax/references/occurrence.ts";
import type { Occurrences } from "../../../syntax/references/occurrence.ts";
import { isMember } from "../../../syntax/references/target.ts";
import { countOf } from "../../../workspace/text/visible-text.ts";
import type { Location } from "../../server/language-server.ts";
import { realPathOf, startKey } from "../locations.ts";
import { answersFor } from "../open-candidates.ts";
import { type Provenance, serverName } from "../provenance.ts";
import { checkDefinitions, type WordHit } from "./check-definitions.ts";
import { describeAnswer } from "./describe-answer.ts";
import { asType, type JoinedReferences, type ServerAnswer, type ServerQuestion } from "./question.ts";

/**
 * The server's locations, and occurrences of the name whose definition leads to one of them: servers miss references across
 * CommonJS modules and across configurations, but can resolve each occurrence.
 */
export async function joinAnswers(question: ServerQuestion, given: ServerAnswer): Promise<JoinedReferences> {
  const { syntactic, project } = question;
  const { server } = given;
  const sure = sureOf(syntactic.files);
  const isSure = ({ file, at }: WordHit): boolean => sure.has(`${file.file}:${at.start}`);
  const hits = await hitsOf(syntactic.looked, project.root);
  const answer = { ...given, locations: onNames(given.locations, hits) };
  const named = new Set(answer.locations.map(({ path, range }) => startKey(path, range.start)));
  const open = hits.filter((hit) => !named.has(hit.key) && mayMean(question, hit) && answersFor(server, hit.file.file));
  const mentioned = positionsIn(syntactic.files);
  const isMentioned = ({ file, at }: WordHit): boolean => mentioned.has(`${file.file}:${at.start}`);
  const weight = (hit: WordHit): number => (isSure(hit) ? 2 : Number(isMentioned(hit)));
  const checked = await checkDefinitions(
    open.toSorted((a, b) => weight(b) - weight(a)),
    answer,
    question,
  );
  const known = new Set([...named, ...checked.confirmed]);
  const described = await describeAnswer(
    question,
    answer,
    hits.filter(({ key }) => known.has(key)),
  );
  const unconfirmed = hits.filter((hit) => !known.has(hit.key) && !checked.other.has(hit.key) && isSure(hit));
  const mayBeMember = isMember(asType(question.target));
  const unknown = checked.unknown.filter(
    (hit) => !isSure(hit) && (isBroughtIn(hit) || (mayBeMember && isMentioned(hit))),
  );
  const unsure = checked.copies.filter((hit) => !isSure(hit));
  const wanted = described.files
    .map((file) => wantedOnly(question, file))
    .filter(({ references }) => references.length > 0);
  const dropped = answer.dropped + described.dropped;
  const { late } = syntactic;
  const isSettled = checked.unchecked === 0 && unknown.length === 0 && unconfirmed.length === 0;
  const doubts = [
    ...answer.doubts,
    ...(late === undefined ? [] : [whyLate(late)]),
    ...(answer.unopened === 0 || isSettled ? [] : [`the name is in ${answer.unopened} more files than were opened`]),
    ...(dropped === 0 ? [] : [`${countOf(dropped, "place")} of its answer not found in the text`]),
    ...(described.strange.length === 0 ? [] : [otherNames(described.strange)]),
    ...(described.withheld === 0 ? [] : [`${countOf(described.withheld, "place")} in files that may not be seen`]),
    ...(checked.unchecked === 0 ? [] : [`${countOf(checked.unchecked, "place")} with the name not checked`]),
    ...(unknown.length === 0 ? [] : [leadNowhere(unknown)]),
    ...(checked.copies.length === 0 ? [] : [leadToCopy(question, checked.copies)]),
    ...(unconfirmed.length === 0 ? [] : [`syntax sees ${unconfirmed.length} more`]),
  ];
  return {
    files: wanted,
    provenance: provenanceOf(serverName(server), doubts),
    broken: syntactic.broken,
    others: {
      ...noOthers(),
      text: syntactic.others.text,
      server: hits.filter(({ key }) => !known.has(key)).length - unconfirmed.length - unknown.length - unsure.length,
    },
    unread: doubts.length === 0 ? [] : syntactic.unread,
    naming: syntactic.naming,
    late,
    external: described.external + answer.elsewhere,
    ignored: described.ignored,
    unconfirmed: unconfirmed.map(({ file, at }) => `${file.file}:${at.line + 1}`),
    open: asLikely(
      open.filter((hit) => {
        const isExplained = known.has(hit.key) || checked.other.has(hit.key);
        return !isExplained && (unknown.includes(hit) || !checked.unknown.includes(hit));
      }),
    ),
  };
}

/** Nothing in these files was checked. */
function whyLate({ files, of }: LateFiles): string {
  return `${files.length} of ${of} files with the name were not read in time`;
}

function asLikely(hits: readonly WordHit[]): readonly FileReferences[] {
  const byFile = new Map<string, { readonly file: Occurrences; readonly references: Reference[] }>();
  for (const { file, at } of hits) {
    const known = byFile.get(file.file) ?? { file, references: [] };
    byFile.set(file.file, known);
    known.references.push({ ...at, certainty: "likely" });
  }
  return Array.from(byFile.values(), ({ file: { occurrences: _all, ...file }, references }) => ({
    ...file,
    references,
  }));
}

/** Some servers count a prefix as part of the name: `\\Shop\\merge`. Narrows such ranges to the name itself. */
function onNames(locations: readonly Location[], hits: readonly WordHit[]): readonly Location[] {
  const byLine = new Map<string, WordHit[]>();
  const lineKey = (path: string, line: number): string => `${line} ${path}`;
  for (const hit of hits) {
    const key = lineKey(hit.path, hit.position.line);
    byLine.set(key, [...(byLine.get(key) ?? []), hit]);
  }
  return locations.map((location) => {
    const { start, end } = location.range;
    const inside = byLine.get(lineKey(location.path, end.line))?.filter(({ position: { line, character } }) => {
      return (line > start.line || character >= start.character) && character < end.character;
    });
    const hit = inside?.at(-1);
    return hit === undefined ? location : { ...location, range: { start: hit.position, end } };
  });
}

function provenanceOf(server: string, doubts: readonly string[]): Provenance {
  return doubts.length === 0 ? { state: "complete", server } : { state: "partial", server, why: doubts.join("; ") };
}

async function hitsOf(looked: readonly Occurrences[], root: string): Promise<readonly WordHit[]> {
  const byFile = await Promise.all(
    looked
      .filter(({ occurrences }) => occurrences.length > 0)
      .map(async (file) => {
        const path = await realPathOf(join(root, file.file));
        return file.occurrences.map((at): WordHit => {
          const position = { line: at.line, character: at.column };
          return { file, at, path, position, key: startKey(path, position) };
        });
      }),
  );
  return byFile.flat();
}

/** Parameters and local values cannot be meant, unless the symbol itself is one. */
function mayMean({ target }: ServerQuestion, { file, at }: WordHit): boolean {
  const { symbol } = asType(target);
  if (at.kinds?.length === 0) return false;
  return at.local === undefined || (file.file === target.file && at.local === symbol.nameSpan.start);
}

/** Whether a hit that leads nowhere may still be meant: a plain name or a member of an import, not of an untyped value. */
function isBroughtIn({ file, at }: WordHit): boolean {
  const [first] = (at.receiver ?? at.name).split(/\W+/);
  return at.receiver === undefined || file.imports.some(({ local }) => local === first);
}

function sureOf(files: readonly FileReferences[]): ReadonlySet<string> {
  return positionsIn(files, ({ certainty, role }) => certainty === "sure" && role !== "definition");
}

function positionsIn(
  files: readonly FileReferences[],
  isWanted: (reference: Reference) => boolean = () => true,
): ReadonlySet<string> {
  return new Set(
    files.flatMap(({ file, references }) => references.filter(isWanted).map(({ start }) => `${file}:${start}`)),
  );
}

const maxExamples = 3;

function otherNames(places: readonly string[]): string {
  const examples = places.slice(0, maxExamples).join(", ");
  return `${countOf(places.length, "place")} of its answer ${places.length === 1 ? "has" : "have"} another name: ${examples}`;
}

function leadNowhere(hits: readonly WordHit[]): string {
  return `${countOf(hits.length, "place")} with the name cannot be followed, such as ${examplesOf(hits)}`;
}

function leadToCopy({ target }: ServerQuestion, hits: readonly WordHit[]): string {
  const places = `${countOf(hits.length, "place")} with the name, such as ${examplesOf(hits)},`;
  return `${places} lead to another copy of ${target.file} outside of the project, as through a linked package`;
}

function examplesOf(hits: readonly WordHit[]): string {
  const lines = new Set(hits.map(({ file, at }) => `${file.file}:${at.line + 1}`));
  return [...lines].slice(0, maxExamples).join(", ");
}

/** For a constructor, only its calls. */
function wantedOnly({ target }: ServerQuestion, file: FileReferences): FileReferences {
  if (asType(target) === target) return file;
  return { ...file, references: file.references.filter(({ role }) => role === "call") };
}
