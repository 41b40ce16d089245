/** One field of an object type. */
export interface TypeField {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
}

/** How a language writes types. Texts that come from a schema are escaped here. */
export interface TypeSyntax {
  readonly unknown: string;
  readonly string: string;
  readonly number: string;
  readonly integer: string;
  readonly boolean: string;
  readonly null: string;
  /** A string, number, boolean or null, as JSON. */
  literal(json: string): string;
  list(item: string): string;
  tuple(items: readonly string[]): string;
  map(value: string): string;
  object(fields: readonly TypeField[]): string;
  union(types: readonly string[]): string;
  intersection(types: readonly string[]): string;
}
