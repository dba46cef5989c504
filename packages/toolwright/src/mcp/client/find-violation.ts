import { CfWorkerJsonSchemaValidator } from "@modelcontextprotocol/client/validators/cf-worker";
import type { JsonSchema } from "../../tool/schema.ts";

// It interprets: the schema of a third party is not compiled to code.
const validator = new CfWorkerJsonSchemaValidator({ shortcircuit: true });

/** Where a value breaks a schema, in the validator's words; undefined if it does not, or if the schema cannot be applied. */
export function findViolation(schema: JsonSchema, value: unknown): string | undefined {
  try {
    const { valid, errorMessage } = validator.getValidator({ ...schema })(value);
    return valid ? undefined : (errorMessage ?? "it is not valid").replace(/\.$/, "");
  } catch {
    return undefined;
  }
}
