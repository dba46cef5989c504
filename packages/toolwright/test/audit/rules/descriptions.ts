import { described, field, good, input, type ListCases } from "./list-case.ts";

const filler = "The notebook is a folder of text files, one for each note, which other programs may change as well. ";

export const descriptionCases: Readonly<Record<string, ListCases>> = {
  D201: {
    faults: { "an empty description": described("") },
    milder: {
      "the name as description": described("Read note", { name: "read_note" }),
      "a whole sentence as name": described("List open notes.", { name: "list_open_notes" }),
    },
    nearMisses: {
      "a description of three words": described("Adds two numbers.", { name: "add" }),
      "the title as description": described("Read a note by its name", {
        name: "read",
        title: "Read a note by its name",
      }),
    },
  },
  D202: {
    faults: {
      "arguments come first": described("Args:\n    name: The name of a note.\n\nReads one note of the notebook."),
    },
    milder: {
      "an order comes first": described("IMPORTANT: always set the project first! Reads one note of the notebook."),
      "a condition comes first": described("Note: an account is necessary. Reads one note of the notebook."),
    },
    nearMisses: {
      "that it is deprecated": described("Deprecated: use `read_notes` instead. Reads one note of the notebook."),
      "a tag around the purpose": described(
        "<purpose>Reads one note of the notebook.</purpose> Set the project first.",
      ),
      "a tool that only a page of an app calls": described("IMPORTANT: for the page only.", {
        _meta: { ui: { visibility: ["app"] } },
      }),
      "the purpose, then an order": described("Reads one note of the notebook. IMPORTANT: set the project first."),
      "a noun phrase": described("Full-text search over all notes of the notebook. Returns at most 20 notes."),
      "the imperative": described("Read the contents of one note. Set the project before."),
      "a heading before the purpose": described(
        "# Read a note\n\nReads one note of the notebook and returns its text.",
      ),
    },
  },
  D203: {
    faults: {
      "nothing but the purpose": { tools: [good({ description: "Removes a branch.", outputSchema: undefined })] },
    },
    nearMisses: { "preconditions, return and recovery": { tools: [good()] } },
  },
  D204: {
    faults: {
      "the only words about a required field": described(`Reads one note. ${filler.repeat(21)}\n- day: as 2026-01-31`, {
        inputSchema: input({ day: { type: "string", maxLength: 10 } }),
      }),
    },
    warnings: {
      "a rule behind the cut": described(`Reads one note. ${filler.repeat(21)} The project must be open.`),
      "a rule whose opposite stands before the cut": described(
        `Reads one note. The project must be open. ${filler.repeat(21)} The project must never be open.`,
      ),
      "a rule whose words stand in several places": described(
        `Reads one note. Opens a file. Needs a project. ${filler.repeat(21)} The project must be open.`,
      ),
      "a rule that a list follows": described(
        `Reads one note. IMPORTANT notes: ${filler.repeat(21)}\nIMPORTANT notes:\n- open the project`,
      ),
    },
    infos: {
      "a rule that stands before the cut, too": described(
        `Reads one note. The project must be open. ${filler.repeat(21)}\n- name: the note (the project must be opened)`,
      ),
      "a rule that a field tells": described(
        `Reads one note. ${filler.repeat(21)} Set \`force\` to go on (always required when omitting \`day\`).`,
        {
          inputSchema: input({
            day: { type: "string", maxLength: 10, description: "The day. Omit it for all (requires force: true)." },
            force: { type: "boolean", description: "Whether to go on." },
          }),
        },
      ),
      "a required field in an example behind the cut": described(
        `Reads one note. ${filler.repeat(21)}\n{ "day": "2026-01-31" }`,
        { inputSchema: input({ day: { type: "string", maxLength: 10 } }) },
      ),
      "an example behind the cut": described(`Reads one note. ${filler.repeat(21)}`),
    },
    nearMisses: { "900 characters": described(`Reads one note. ${filler.repeat(8)}`) },
  },
  D205: {
    faults: {
      "two words for one thing": {
        tools: [
          good({ name: "get_note", description: "Gets the text of a note from the notebook by its name." }),
          good({ name: "fetch_note", description: "Fetches the text of a note from the notebook by its name." }),
        ],
      },
      "one tool under two names": {
        tools: [
          good({ name: "get_note", description: "Gets a note of the notebook." }),
          good({ name: "notebook_get_note", description: "Gets a note of the notebook." }),
        ],
      },
    },
    milder: {
      "names that say what the descriptions leave out": {
        tools: [
          good({ name: "search_notes", description: "Searches for results." }),
          good({ name: "search_images", description: "Searches for results." }),
        ],
      },
    },
    nearMisses: {
      "the same thing done to two kinds": {
        tools: [
          good({ name: "list_issues", description: "Lists the issues of a repository, newest first, 30 a page." }),
          good({
            name: "list_pulls",
            description: "Lists the pull requests of a repository, newest first, 30 a page.",
          }),
        ],
      },
      opposites: {
        tools: [
          good({ name: "increase_volume", description: "Raises the volume of the speaker by ten percent." }),
          good({ name: "decrease_volume", description: "Lowers the volume of the speaker by ten percent." }),
        ],
      },
      "one verb with two meanings": {
        tools: [
          good({ name: "git_fetch", description: "Downloads objects and refs from a remote without merging them." }),
          good({ name: "git_show", description: "Shows a commit, tree, blob or tag, with the diff of its changes." }),
        ],
      },
      "one that names the other": {
        tools: [
          good({
            name: "read_note",
            description: "Reads the text of one note. For several at once call `read_notes`.",
          }),
          good({ name: "read_notes", description: "Reads the text of several notes in one call, up to 20." }),
        ],
      },
    },
  },
  D206: {
    faults: {
      "a text of any form": field("note_data", { type: "string", maxLength: 100 }),
      "an abbreviation": field("nk", { type: "string", maxLength: 100 }),
      "hardly any field of a server": {
        tools: [
          good({
            inputSchema: input(
              Object.fromEntries("abcdefghij".split("").map((letter) => [`${letter}_width`, { type: "number" }])),
            ),
          }),
        ],
      },
      "a nested field without one": field("range", {
        type: "object",
        description: "The part to read.",
        properties: { mode: { type: "string", maxLength: 9 } },
      }),
      "an object of anything": field("note_options", { type: "object" }),
    },
    milder: {
      "a name of one word": field("anchor", { type: "string", maxLength: 100 }),
      "a side of a margin": field("margin", {
        type: "object",
        description: "The space around the page.",
        properties: { right: { type: "string" } },
      }),
      "an amount of something vague": field("level", { type: "integer", minimum: 1, maximum: 9 }),
      "a list of objects with fields of their own": field("notes", {
        type: "array",
        items: { type: "object", properties: { title: { type: "string" } } },
      }),
      "a name that says enough": field("path", { type: "string", maxLength: 100 }),
      "a name of several words": field("start_line", { type: "integer", minimum: 1, maximum: 1_000 }),
      "a flag": field("recursive", { type: "boolean" }),
      "a choice": field("mode", { type: "string", enum: ["fast", "exact"] }),
      "a default": field("mode", { type: "string", default: "fast" }, false),
      "described in another tool": {
        tools: [
          good({
            name: "find_note",
            inputSchema: input({ anchor: { type: "string", description: "A heading of the note." } }),
          }),
          good({ inputSchema: input({ anchor: { type: "string" } }) }),
        ],
      },
    },
    nearMisses: {
      "told in the description of the tool": described("Reads a note.\n\nArgs:\n    anchor: A heading of the note.", {
        inputSchema: input({ anchor: { type: "string" } }),
      }),
      "told by what it stands in": field("place", {
        type: "object",
        description: "Where to start: a line, or an anchor.",
        properties: { line: { type: "integer" }, anchor: { type: "string" } },
      }),
      "a container of described fields": field("notes", {
        type: "array",
        items: { type: "object", properties: { anchor: { type: "string", description: "A heading of the note." } } },
      }),
      "a tool that only a page of an app calls": {
        tools: [good({ inputSchema: input({ anchor: { type: "string" } }), _meta: { ui: { visibility: ["app"] } } })],
      },
      "described where it is defined": {
        tools: [
          good({
            inputSchema: {
              ...input({ name: { $ref: "#/$defs/name" } }),
              $defs: { name: { type: "string", description: "The name of a note.", maxLength: 100 } },
            },
          }),
        ],
      },
      "described in one of its forms": field("name", {
        anyOf: [{ type: "string", description: "The name of a note.", maxLength: 100 }, { type: "null" }],
      }),
      "no fields": { tools: [good({ inputSchema: { type: "object", properties: {} } })] },
    },
  },
  D207: {
    faults: {
      "the values are in the text": field("state", {
        type: "string",
        description: "The state of the issues. One of: open, closed, all.",
      }),
      "the values are quoted": field("order", {
        type: "string",
        description: 'How to sort: "asc" or "desc".',
      }),
    },
    milder: {
      "values of something else": field("property", {
        type: "string",
        description: "The property to filter by; possible values: `object`, which is either `page` or `table`.",
      }),
      "with a default": field(
        "order",
        { type: "string", default: "asc", description: 'How to sort: "asc" or "desc".' },
        false,
      ),
    },
    nearMisses: {
      "names of other fields": {
        tools: [
          good({
            inputSchema: input(
              {
                path: { type: "string", description: "Where it is. Give one of: path, name." },
                name: { type: "string", description: "Its name." },
              },
              [],
            ),
          }),
        ],
      },
      "a number or one of two words": field("reviewer", {
        type: "string",
        description: "The reviewer. Must be an integer, 'none', or 'any'.",
      }),
      "an open list": field("tag", { type: "string", description: "One of: todo, idea, or any other word." }),
      "an enum": field("state", { type: "string", enum: ["open", "closed"], description: "One of: open, closed." }),
      "an example": field("branch", {
        type: "string",
        maxLength: 200,
        description: "The branch, such as `main` or `dev`.",
      }),
      "an enum behind a reference": {
        tools: [
          good({
            inputSchema: {
              ...input({ state: { $ref: "#/$defs/state", description: "One of: open, closed." } }),
              $defs: { state: { type: "string", enum: ["open", "closed"] } },
            },
          }),
        ],
      },
      "a pattern of its own": field("range", {
        type: "string",
        maxLength: 20,
        pattern: "^[0-9]+(-[0-9]+)?$",
        description: 'A line or a range: "4" or "4-9".',
      }),
      "a word with a sign of its own": field("query", {
        type: "string",
        maxLength: 500,
        description: 'The words to look for. Put a phrase in quotes; "AND" or "OR" between words.',
      }),
    },
  },
  D208: {
    faults: {
      "a number without an end": field("limit", { type: "integer", description: "How many notes to return." }),
      "an array of any length": field("names", {
        type: "array",
        description: "The notes to read.",
        items: { type: "string", maxLength: 100 },
      }),
    },
    nearMisses: {
      "an end in words": field("limit", { type: "integer", description: "How many notes to return, at most 100." }),
      "both ends": field("limit", { type: "integer", minimum: 1, maximum: 100, description: "How many notes." }),
      "exclusive ends": field("share", {
        type: "number",
        exclusiveMinimum: 0,
        exclusiveMaximum: 1,
        description: "The share of the notes to read.",
      }),
      "a choice of numbers": field("size", { type: "integer", enum: [16, 32], description: "The size of an icon." }),
      "bounds behind a reference": {
        tools: [
          good({
            inputSchema: {
              ...input({ limit: { $ref: "#/$defs/limit", description: "How many notes to return." } }),
              $defs: { limit: { type: "integer", minimum: 1, maximum: 100 } },
            },
          }),
        ],
      },
    },
  },
  D209: {
    faults: {
      "a default that is told nowhere": field(
        "limit",
        { type: "integer", minimum: 1, maximum: 100, description: "How many notes to return." },
        false,
      ),
    },
    nearMisses: {
      "a default in the schema": field(
        "limit",
        { type: "integer", minimum: 1, maximum: 100, default: 20, description: "How many notes to return." },
        false,
      ),
      "a default in the text": field(
        "limit",
        { type: "integer", minimum: 1, maximum: 100, description: "How many notes to return; 20 if not given." },
        false,
      ),
      "what leaving it out means": field(
        "tag",
        { type: "string", maxLength: 50, description: "Only notes with this tag. Without it, all notes." },
        false,
      ),
      "a required field": field("limit", { type: "integer", minimum: 1, maximum: 100, description: "How many." }),
    },
  },
  D210: {
    faults: {
      "an address": field("url", { type: "string", maxLength: 2_000, description: "The page to read." }),
      "a date": field("created_after", { type: "string", maxLength: 40, description: "Only notes that are newer." }),
    },
    nearMisses: {
      "a format": field("url", { type: "string", format: "uri", maxLength: 2_000, description: "The page to read." }),
      "a pattern": field("created_after", {
        type: "string",
        pattern: "^\\d{4}-\\d{2}-\\d{2}$",
        description: "Only notes that are newer.",
      }),
      "an example in the text": field("created_after", {
        type: "string",
        maxLength: 40,
        description: "Only notes that are newer than this day, such as 2026-01-31.",
      }),
      "a standard in the text": field("since", { type: "string", maxLength: 40, description: "A date in ISO 8601." }),
      "a word that only looks like one": field("update", {
        type: "string",
        maxLength: 500,
        description: "The text that replaces the old one.",
      }),
      "a flag": field("update_urls", { type: "boolean", description: "Whether links are changed, too." }),
    },
  },
};
