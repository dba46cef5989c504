export { default as process } from "node:process";

/**
 * Stands in for the SDK's JSON Schema validator in the built package: 150 KB that would be loaded at every start and
 * never used, since inputs, outputs and answers are checked by the kernel and its tools.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("Schemas are checked by the kernel; the SDK has no validator here.");
  }
}
