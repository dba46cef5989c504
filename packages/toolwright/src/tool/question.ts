import { isPromiseLike } from "./deferred.ts";
import { isJsonObject, type JsonObject, type JsonSchema, type Schema } from "./schema.ts";

/** Something that only the person or the client behind a call can answer. */
export type Question =
  /** `fields` is the JSON Schema of a flat object. */
  | { readonly kind: "form"; readonly message: string; readonly fields: JsonSchema }
  | { readonly kind: "link"; readonly message: string; readonly url: string }
  /** For the client's own model; `request` as the protocol defines it. */
  | { readonly kind: "model"; readonly request: JsonObject }
  /** The folders that the client works in. */
  | { readonly kind: "roots" };

/** Questions of one round, each with a name that its answer comes back with. */
export type Questions = Readonly<Record<string, Question>>;

/** The answers to questions, as received from the client: untrusted data. */
export type Answers = Readonly<Record<string, unknown>>;

const marker: unique symbol = Symbol.for("toolwright.input-needed");

/** Ends a handler that cannot continue without answers; thrown by `call.ask`. */
export class InputNeeded extends Error {
  override readonly name = "InputNeeded";
  readonly [marker] = true;
  readonly questions: Questions;
  readonly state: unknown;

  constructor(questions: Questions, state: unknown) {
    super(`Answers are needed: ${Object.keys(questions).join(", ")}`);
    this.questions = questions;
    this.state = state;
  }
}

/** Recognises it even if two copies of this package are loaded. */
export function isInputNeeded(error: unknown): error is InputNeeded {
  return error instanceof Error && marker in error;
}

/** Shared by all calls: everything it needs is in its arguments. */
export function askClient(questions: Questions, state?: unknown): never {
  throw new InputNeeded(questions, state);
}

/** A form with the fields of a schema; read the answer with `readForm` and the same schema. */
export function askForm(message: string, schema: Schema): Question {
  const printed: JsonSchema = schema["~standard"].jsonSchema.input({ target: "draft-2020-12" });
  // Clients accept only a flat object of fields.
  const { type, properties, required } = printed;
  return {
    kind: "form",
    message,
    fields: { ...(type === undefined ? {} : { type }), properties: properties ?? {}, required: required ?? [] },
  };
}

/** The result of a form. A person who declines does not want to be asked again. */
export type FormAnswer<Value> =
  | { readonly status: "accepted"; readonly value: Value }
  | { readonly status: "declined" }
  /** Not asked yet, or filled in incorrectly: ask. */
  | { readonly status: "missing" };

/** Reads the answer to a form and validates it with the schema of the form. */
export async function readForm<Value>(answer: unknown, schema: Schema<unknown, Value>): Promise<FormAnswer<Value>> {
  if (!isJsonObject(answer)) return { status: "missing" };
  if (answer["action"] !== "accept") return { status: "declined" };
  const result = schema["~standard"].validate(answer["content"]);
  const checked = isPromiseLike(result) ? await result : result;
  return checked.issues === undefined ? { status: "accepted", value: checked.value } : { status: "missing" };
}
