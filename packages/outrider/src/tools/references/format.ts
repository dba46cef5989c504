import { escapeHidden } from "toolwright";
import { countOf } from "../../workspace/text/visible-text.ts";
import { describeIncomplete, describeLate } from "../describe-incomplete.ts";
import { type FileRow, maxGuesses, otherMeanings, type Output, roles } from "./schema.ts";

/** What is known and how, then the places by file. */
export function format(output: Output): string {
  return [
    ...describeLate(output.late),
    ...describeIncomplete(output.partial),
    head(output),
    ...facts(output),
    ...output.files.flatMap(showFile),
    ...tail(output),
  ].join("\n");
}

function head({ symbol, declared, only = {}, total, in_files, files_with_word, ...known }: Output): string {
  const what = `${symbol} (${escapeHidden(declared)})${only.within === undefined ? "" : ` within ${only.within}`}`;
  const role = only.role === undefined ? "" : `${only.role} `;
  if (total === 0)
    return `No ${known.completeness === "partial" ? "confirmed " : ""}${role}references to ${what}${known.late === undefined ? "" : " in the files that were read"}, ${howKnown(known, "")}. The word stands in ${countOf(files_with_word, "file")}.`;
  const { likely } = known;
  const how =
    likely === 0 ? ": all by scope or import" : `: ${likely} marked ~ are likely by name only, as types are not known`;
  return `${countOf(total, `${role}reference`)} in ${countOf(in_files, "file")} to ${what}, ${howKnown(known, how)}.`;
}

function howKnown(
  {
    completeness,
    server = "",
    why = "",
    unconfirmed,
    likely,
  }: Pick<Output, "completeness" | "server" | "why" | "unconfirmed" | "likely">,
  syntactic: string,
): string {
  if (completeness === "syntactic") return `syntactic${syntactic}`;
  if (completeness === "complete") return `complete by ${server}`;
  const named = unconfirmed.slice(0, maxUnconfirmed).map(escapeHidden).join(", ");
  const places = named === "" ? "" : `: ${named}${unconfirmed.length > maxUnconfirmed ? ", …" : ""}`;
  return `partial by ${server}: ${why}${places}${likely === 0 ? "" : `; ~ marks ${likely} that it leaves open`}`;
}

const maxUnconfirmed = 5;

function facts(output: Output): string[] {
  const { also_declared, outside, ignored, same_name, unread, broken, left_out } = output;
  const { count, examples } = same_name;
  const more = count > examples.length ? ", …" : "";
  const facts = [
    ...(output.completeness === "syntactic" && output.why !== undefined ? [`No language server: ${output.why}.`] : []),
    ...(also_declared.length === 0 ? [] : [`Also declared: ${also_declared.map(escapeHidden).join(", ")}.`]),
    ...showRelated(output.related),
    ...(outside === 0 ? [] : [`${countOf(outside, "more place")} outside of the project.`]),
    ...(ignored.length === 0
      ? []
      : [`In ignored files: ${ignored.map(({ file, count }) => `${escapeHidden(file)} ${count}`).join(", ")}.`]),
    ...showRoles(output),
    ...showPlaces(output),
    ...showGuesses(output),
    ...(count === 0
      ? []
      : [`${countOf(count, "other symbol has", "other symbols have")} this name: ${examples.join(", ")}${more}.`]),
    ...left_out.map(
      ({ why, files, examples }) =>
        `Not looked at: ${countOf(files, "file")} (${why}), such as ${examples.slice(0, 2).map(escapeHidden).join(", ")}.`,
    ),
    ...(unread.length === 0 ? [] : [`Not parsed, may have more: ${unread.map(escapeHidden).join(", ")}.`]),
    ...(broken.length === 0
      ? []
      : [`With syntax errors, may be read wrongly: ${broken.map(escapeHidden).join(", ")}.`]),
  ];
  return facts.length === 0 ? [] : [facts.join(" ")];
}

/** Of hundreds of guesses by name, only the files are shown. */
function showGuesses({ likely, files }: Output): string[] {
  if (likely <= maxGuesses || files.some(({ lines }) => lines !== undefined)) return [];
  return [`Only files are listed, as ${likely} places are not proven; \`output\`: "lines" lists each.`];
}

const fewReferences = 10;

/** A short list shows them itself. */
function showRoles({ roles: counts, only, total, elsewhere }: Output): string[] {
  const shown = roles.flatMap((role) => (counts[role] === undefined ? [] : [`${counts[role]} ${role}`]));
  return [
    ...(shown.length < 2 || (total <= fewReferences && only === undefined) ? [] : [`By role: ${shown.join(", ")}.`]),
    ...(elsewhere === undefined ? [] : [`${countOf(elsewhere, "more reference")} outside of ${only?.within ?? "it"}.`]),
  ];
}

/** Whoever changes a method needs the uses of what overrides it, too. */
function showRelated(related: Output["related"]): string[] {
  const show = (relation: Output["related"][number]["relation"], words: string): string[] => {
    const rows = related.filter((row) => row.relation === relation);
    const named = rows.slice(0, maxRelated).map(({ symbol, declared }) => `${symbol} ${escapeHidden(declared)}`);
    const more = rows.length > maxRelated ? `, and ${rows.length - maxRelated} more` : "";
    return rows.length === 0 ? [] : [`${words} ${named.join(", ")}${more}`];
  };
  const parts = [...show("base", "overrides"), ...show("override", "is overridden by")];
  return parts.length === 0 ? [] : [`By the heads of types it ${parts.join(", and ")}; ask for the uses of each.`];
}

const maxRelated = 5;

/** The counts of all places with the name, which add up. */
function showPlaces({ places, other_places, late }: Output): string[] {
  if (places === undefined)
    return other_places === 0
      ? []
      : [`${countOf(other_places, "place")} with this name ${other_places === 1 ? "means" : "mean"} something else.`];
  const { total, declarations, sure, likely, text } = places;
  const why = otherMeanings.flatMap((meaning) => {
    const count = places.other[meaning];
    return count === undefined ? [] : [`${count} ${meaningWords[meaning]}`];
  });
  const parts = [
    ...(declarations === 0 ? [] : [`${declarations} declared`]),
    ...(sure === 0 ? [] : [`${sure} sure`]),
    ...(likely === 0 ? [] : [`${likely} not proven`]),
    ...(other_places === 0 ? [] : [`${other_places} something else (${why.join(", ")})`]),
    ...(text === 0 ? [] : [`${text} in comments or strings`]),
  ];
  const where = late === undefined ? "" : " in the files that were read";
  return [`${countOf(total, "place")} with the name${where}: ${parts.join(", ")}.`];
}

const meaningWords: Readonly<Record<(typeof otherMeanings)[number], string>> = {
  local: "local",
  declaration: "declared elsewhere",
  import: "imported from elsewhere",
  member: "members of something else",
  scope: "out of scope",
  use: "not called",
  server: "by the server",
};

function showFile({ file, count, likely, lines, platform }: FileRow): string[] {
  const name = `${escapeHidden(file)}${platform === undefined ? "" : ` (${platform} only)`}`;
  if (lines === undefined)
    return [`${name}: ${count}${likely === 0 ? "" : likely === count ? " ~" : ` (${likely} ~)`}`];
  let around: string | undefined;
  const shown = lines.map((row) => {
    const place = row.in === undefined || row.in === around ? "" : ` [${row.in}]`;
    around = row.in;
    const times = row.columns.length === 1 ? "" : ` ×${row.columns.length}`;
    return `${row.likely === true ? "~" : " "}${row.line}: ${row.text}${place}${row.role === "write" ? " (write)" : ""}${times}`;
  });
  return [name, ...shown];
}

const shownRows = 10;

function tail({ overflow }: Output): string[] {
  if (overflow === undefined) return [];
  const { shown, total, next_offset, hint, by_file = [], other_files = 0 } = overflow;
  if (shown === 0) return [`[${hint}]`];
  const next = next_offset === undefined ? "" : ` Next: offset ${next_offset}.`;
  const rows = by_file.slice(0, shownRows).map(({ file, count }) => `${escapeHidden(file)} ${count}`);
  const others = by_file.length - rows.length + other_files;
  const spread =
    rows.length < 2 ? "" : ` Most in: ${rows.join(", ")}${others > 0 ? `, and ${countOf(others, "file")} more` : ""}.`;
  return [`[${shown} of ${total} rows shown.${next} ${hint}${spread}]`];
}
