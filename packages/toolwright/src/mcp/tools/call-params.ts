import type { StandardSchemaV1 } from "@standard-schema/spec";
import { describeValue } from "../../tool/describe-value.ts";
import { isJsonObject, type JsonObject } from "../../tool/schema.ts";

export interface CallParams {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** Hand-written, since it runs for every call: the SDK's schema for the same takes a quarter of a young server's call. */
export const callParams: StandardSchemaV1<unknown, CallParams> = {
  "~standard": {
    version: 1,
    vendor: "toolwright",
    validate(params) {
      if (!isJsonObject(params)) return problem("params must be a JSON object");
      const { name, arguments: given = {} } = params;
      if (typeof name !== "string") return problem(`name must be a text, got ${describeValue(name)}`);
      if (!isJsonObject(given)) return problem(`arguments must be a JSON object, got ${describeValue(given)}`);
      return { value: { name, arguments: given } };
    },
  },
};

function problem(message: string): StandardSchemaV1.FailureResult {
  return { issues: [{ message }] };
}
