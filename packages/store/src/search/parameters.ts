import type { Query } from "../sql/database.ts";

type Value = NonNullable<Parameters<Query>[1]>[number];

/** The parameters of a statement: everything that comes from outside goes through here, and never into the statement's text. */
export class StatementParameters {
  readonly values: Value[] = [];

  /** Adds a value, and returns what stands for it in the statement. */
  add(value: Value, type: "text" | "text[]" | "bigint[]" | "tsquery" | "real" | "bit varying" | "integer"): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}
