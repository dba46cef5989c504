import { isRecord } from "../../workspace/config/is-record.ts";

/** What a server registered at runtime, beyond its capabilities at the start. */
export interface Registrations {
  /** The params of `client/registerCapability`. */
  register(params: unknown): void;
  /** The params of `client/unregisterCapability`. */
  unregister(params: unknown): void;
  has(method: string): boolean;
  optionsOf(method: string): readonly unknown[];
  /** Grows with every change, so that derived data can be cached. */
  readonly version: number;
}

interface Registration {
  readonly method: string;
  readonly options: unknown;
}

const maxRegistrations = 1000;

export function createRegistrations(): Registrations {
  const byId = new Map<string, Registration>();
  let version = 0;
  return {
    register(params) {
      for (const each of listIn(params, "registrations")) {
        if (!isRecord(each)) continue;
        const { id, method, registerOptions } = each;
        if (typeof id !== "string" || typeof method !== "string") continue;
        if (byId.size < maxRegistrations || byId.has(id)) byId.set(id, { method, options: registerOptions });
      }
      version += 1;
    },
    unregister(params) {
      // The protocol itself has the spelling mistake; some servers correct it.
      for (const each of [...listIn(params, "unregisterations"), ...listIn(params, "unregistrations")]) {
        if (isRecord(each) && typeof each["id"] === "string") byId.delete(each["id"]);
      }
      version += 1;
    },
    has: (method) => [...byId.values()].some((each) => each.method === method),
    optionsOf: (method) => [...byId.values()].filter((each) => each.method === method).map((each) => each.options),
    get version() {
      return version;
    },
  };
}

function listIn(params: unknown, key: string): readonly unknown[] {
  const list = isRecord(params) ? params[key] : undefined;
  return Array.isArray(list) ? list : [];
}
