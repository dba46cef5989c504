import type { AnyTool } from "../tool/tool.ts";
import { createTypeWriter, type TypeWriter, withoutDescriptions } from "./write-type.ts";

type DeclaredTool = Pick<
  AnyTool,
  "name" | "description" | "inputJsonSchema" | "fullInputJsonSchema" | "outputJsonSchema"
>;

/**
 * Tools as functions, for the author of a script. Without names: one line each, with parameters and the first sentence. With names:
 * TypeScript declarations of those, in which a type that several of them use is written once.
 */
export function declareTools(
  tools: readonly DeclaredTool[],
  names: readonly string[] = [],
  libraryTypes: readonly string[] = [],
): string {
  if (names.length === 0) return [...libraryTypes, listHead, ...tools.map(listTool)].join("\n");
  const isOfLibrary = (name: string): boolean => libraryTypes.some((line) => line.includes(`function ${name}(`));
  const chosen = tools
    .filter(({ name }) => names.includes(name))
    .map(withFullInput)
    .map(withPlainOutput);
  const unknown = names.filter((name) => !isOfLibrary(name) && tools.every((tool) => tool.name !== name));
  const writer = createTypeWriter(
    chosen.flatMap(({ inputJsonSchema, outputJsonSchema }) => [inputJsonSchema, outputJsonSchema ?? {}]),
  );
  const functions = chosen.map((tool) => declareTool(tool, writer));
  return [
    ...names.flatMap((name) => libraryTypes.filter((line) => line.includes(`function ${name}(`))),
    ...unknown.map((name) => `// There is no tool ${JSON.stringify(name)}.`),
    ...writer.declarations(),
    ...(functions.length === 0 ? [] : ["declare const tools: {", ...functions, "};"]),
  ].join("\n");
}

/** What a list of tools leaves open to save tokens in every turn is written out where somebody asks for it. */
function withFullInput({ fullInputJsonSchema, ...tool }: DeclaredTool): DeclaredTool {
  return { ...tool, inputJsonSchema: fullInputJsonSchema ?? tool.inputJsonSchema };
}

/** What comes back is mostly printed; its fields are named without their descriptions, which would be most of the text. */
function withPlainOutput({ name, description, inputJsonSchema, outputJsonSchema }: DeclaredTool): DeclaredTool {
  if (outputJsonSchema === undefined) return { name, description, inputJsonSchema, outputJsonSchema };
  return { name, description, inputJsonSchema, outputJsonSchema: withoutDescriptions(outputJsonSchema) };
}

const listHead = '// Full types: await types("name", …). Each takes one object and returns a promise.';

function listTool({ name, description, inputJsonSchema }: DeclaredTool): string {
  const required = new Set(inputJsonSchema.required);
  const fields = Object.keys(inputJsonSchema.properties ?? {}).map((key) => (required.has(key) ? key : `${key}?`));
  const parameters = fields.length === 0 ? "" : `{ ${fields.join(", ")} }`;
  return `${name}(${parameters}) // ${firstSentence(description)}`;
}

function declareTool(
  { name, description, inputJsonSchema, outputJsonSchema }: DeclaredTool,
  writer: TypeWriter,
): string {
  const optional = (inputJsonSchema.required ?? []).length === 0 ? "?" : "";
  const input = writer.write(inputJsonSchema, `${name}_input`);
  const output = outputJsonSchema === undefined ? "unknown" : writer.write(outputJsonSchema, `${name}_output`);
  return `  /** ${inComment(firstSentence(description))} */\n  ${name}(input${optional}: ${input}): Promise<${output}>;`;
}

function firstSentence(description: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(description)?.[0].replaceAll(/\s+/g, " ") ?? description.replaceAll(/\s+/g, " ");
}

/** A comment ends where it says so. */
function inComment(text: string): string {
  return text.replaceAll("*/", "*\\/");
}
