/** As much of protobuf as the formats of indexes need. */

type Field = readonly [number: number, value: number | Uint8Array];

export function parts(bytes: Uint8Array, wanted: number): readonly Uint8Array[] {
  return fields(bytes).flatMap(([field, value]) => (field === wanted && typeof value !== "number" ? [value] : []));
}

export function text(bytes: Uint8Array, wanted: number): string {
  return Buffer.from(parts(bytes, wanted)[0] ?? []).toString();
}

export function number(bytes: Uint8Array, wanted: number): number {
  const found = fields(bytes).find(([field]) => field === wanted)?.[1];
  return typeof found === "number" ? found : 0;
}

function fields(bytes: Uint8Array): readonly Field[] {
  const found: Field[] = [];
  let at = 0;
  while (at < bytes.length) {
    const [tag, afterTag] = readVarint(bytes, at);
    const [value, after] = readVarint(bytes, afterTag);
    const wire = tag & 7;
    if (wire !== 0 && wire !== 2) throw new Error(`Wire type ${wire} is used by no index; the file is broken.`);
    at = wire === 0 ? after : after + value;
    found.push([tag >>> 3, wire === 0 ? value : bytes.subarray(after, at)]);
  }
  return found;
}

export function readPacked(bytes: Uint8Array): readonly number[] {
  const found: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const [value, after] = readVarint(bytes, at);
    found.push(value);
    at = after;
  }
  return found;
}

function readVarint(bytes: Uint8Array, from: number): readonly [value: number, after: number] {
  let [value, scale, at] = [0, 1, from];
  for (; ; at += 1, scale *= 128) {
    const byte = bytes[at] ?? 0;
    value += (byte & 127) * scale;
    if (byte < 128) return [value, at + 1];
  }
}
