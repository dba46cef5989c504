type Defined<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };

/** The fields that have a value: absent and undefined are not the same to everybody who reads JSON Schema. */
export function withoutUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- exactly the filtered fields
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;
}
