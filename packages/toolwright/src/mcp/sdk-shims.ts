export { default as process } from "node:process";

/**
 * Replaces the SDK's JSON Schema validator in the built package: 150 KB that would be loaded at every start and
 * never used, since the kernel and its tools check inputs, outputs and answers.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("Schemas are checked by the kernel; the SDK has no validator here.");
  }
}
