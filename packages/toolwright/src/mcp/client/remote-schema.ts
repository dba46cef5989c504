import { CfWorkerJsonSchemaValidator } from "@modelcontextprotocol/client/validators/cf-worker";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { isJsonObject, type JsonObject, type JsonSchema, type Schema } from "../../tool/schema.ts";
import { cleanSchema, UnusableSchema } from "./clean-schema.ts";

// It interprets: a third-party schema is neither compiled to code, which took 1 s for 4 KB with many references, nor cached.
const validator = new CfWorkerJsonSchemaValidator({ shortcircuit: false });

/** A remote tool's input schema as one of ours, or an `UnusableSchema` that says why not. */
export function readSchema(schema: unknown): Schema<JsonObject, JsonObject> {
  const { printed, checked } = cleanSchema(schema);
  const check = compile(checked);
  return {
    "~standard": {
      version: 1,
      vendor: "toolwright-mcp",
      jsonSchema: { input: () => ({ ...printed }), output: () => ({ ...printed }) },
      validate(value) {
        if (!isJsonObject(value)) return { issues: [{ message: "must be an object" }] };
        const problems = check(value);
        return problems === undefined ? { value } : { issues: readIssues(problems) };
      },
    },
  };
}

/** What is wrong with a value in the validator's words; undefined if it is valid. */
function compile(schema: JsonSchema): (value: JsonObject) => string | undefined {
  let check: ReturnType<typeof validator.getValidator>;
  try {
    check = validator.getValidator({ ...schema });
    // Makes the validator report now what it would only find on first use.
    check({});
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
    throw new UnusableSchema(`its input schema cannot be used: ${reason}`);
  }
  return (value) => {
    try {
      return check(value).errorMessage;
    } catch {
      return "#: The server's schema cannot be applied to this input.";
    }
  };
}

const errorStart = /(?:^|; )(#[^:;]*): /g;
/** These only say that a part is wrong, which the part itself reports; the kernel reports unknown fields. */
const echoes =
  /^(?:A subschema had errors|False boolean schema|Items did not match|Property "|Instance does not match (?:any subschemas|every subschema|"then"|"else"))/;

function readIssues(text: string): StandardSchemaV1.Issue[] {
  const starts = [...text.matchAll(errorStart)];
  const issues = starts.map((start, index) => {
    const message = text.slice(start.index + start[0].length, starts[index + 1]?.index);
    return { path: readPointer(start[1] ?? "#"), message };
  });
  const told = issues.filter(({ message }) => !echoes.test(message)).map(nameMissing);
  return told.length > 0 ? told : [{ message: "The input does not fit the schema." }];
}

function readPointer(pointer: string): (string | number)[] {
  const parts = pointer.split("/").slice(1);
  return parts.map((part) => {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    return /^\d+$/.test(key) ? Number(key) : key;
  });
}

/** A missing field is an issue of the field, as in every other library. */
function nameMissing({ path, message }: { path: (string | number)[]; message: string }): StandardSchemaV1.Issue {
  const missing = /^Instance does not have required property "(.*)"\.$/.exec(message)?.[1];
  const words = message.replace(/^Instance type "\w+" is invalid\. Expected "(.*)"\.$/, "expected $1");
  return missing === undefined ? { path, message: words.replace(/\.$/, "") } : { path: [...path, missing], message };
}
