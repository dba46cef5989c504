import { field, good, input, type ListCases } from "./list-case.ts";

const text = { type: "string", description: "The text of the note.", maxLength: 10_000 };

export const schemaCases: Readonly<Record<string, ListCases>> = {
  S301: {
    faults: {
      "a type that does not exist": field("limit", { type: "int", description: "How many notes to return." }),
      "a reference into the network": field("note", { $ref: "https://example.com/note.json", description: "A note." }),
      "a reference to nothing": field("note", { $ref: "#/$defs/note", description: "A note." }),
      "no object at the root": { tools: [good({ inputSchema: { type: "string" } })] },
      "properties that are an array": { tools: [good({ inputSchema: { type: "object", properties: [] } })] },
    },
    warnings: {
      "a field that is required and not allowed": {
        tools: [good({ inputSchema: input({ text }, ["text", "name"]) })],
      },
    },
    infos: {
      "a field that is required and not declared": {
        tools: [good({ inputSchema: { type: "object", properties: { text }, required: ["text", "name"] } })],
      },
      "a field inside that is required and not declared": field("note", {
        type: "object",
        description: "A note.",
        properties: { text },
        required: ["name"],
      }),
    },
    milder: {
      "an array without items": field("names", { type: "array", maxItems: 10, description: "The notes to read." }),
      "a pattern that is none": field("name", { type: "string", pattern: "(", description: "The name." }),
    },
    nearMisses: {
      "a reference within itself": {
        tools: [
          good({
            inputSchema: {
              ...input({ tree: { $ref: "#/$defs/tree" } }),
              $defs: {
                tree: {
                  type: "object",
                  description: "A node.",
                  properties: { children: { type: "array", maxItems: 9, items: { $ref: "#/$defs/tree" } } },
                },
              },
            },
          }),
        ],
      },
      "items by position": field("range", {
        type: "array",
        description: "First and last line.",
        prefixItems: [
          { type: "integer", minimum: 1, maximum: 9 },
          { type: "integer", minimum: 1, maximum: 9 },
        ],
        maxItems: 2,
      }),
      "items that may be anything": field("values", {
        type: "array",
        maxItems: 9,
        items: {},
        description: "Any values.",
      }),
      "a format of its own": field("note", { type: "string", format: "note-name", description: "The name of a note." }),
      "draft 7 by its name": {
        tools: [good({ inputSchema: { $schema: "http://json-schema.org/draft-07/schema#", ...input({ text }) } })],
      },
      "an array of definitions under an old name": {
        tools: [good({ inputSchema: { ...input({ text: { $ref: "#/definitions/text" } }), definitions: { text } } })],
      },
      "a required field that a part declares": {
        tools: [good({ inputSchema: { type: "object", allOf: [input({ text })], required: ["text"] } })],
      },
      "a choice of required fields": field("note", {
        type: "object",
        description: "A note.",
        properties: { text, name: text },
        anyOf: [{ required: ["text"] }, { required: ["name"] }],
      }),
      "a map with a required key": field("labels", {
        type: "object",
        description: "Labels by name.",
        required: ["name"],
        additionalProperties: { type: "string" },
      }),
      "no properties": { tools: [good({ inputSchema: { type: "object" } })] },
    },
  },
  S302: {
    faults: {
      "a choice at the root": {
        tools: [good({ inputSchema: { type: "object", anyOf: [input({ text }), input({ name: text })] } })],
      },
    },
    nearMisses: { "plain fields": field("text", text) },
  },
  S306: {
    faults: {
      "a result without words": {
        tools: [good({ outputSchema: input({ text: { type: "string" }, size: { type: "integer" } }) })],
      },
    },
    nearMisses: {
      "each field described": {
        tools: [
          good({
            outputSchema: input({
              text: { type: "string", description: "The text of the note." },
              size: { type: "integer", description: "Its size in bytes." },
            }),
          }),
        ],
      },
      "no output schema": { tools: [good({ outputSchema: undefined })] },
    },
  },
};
