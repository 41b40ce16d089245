/** A tool as the data sets spell it. */
export interface CatalogueTool {
  readonly name: string;
  readonly description: string | null;
  readonly input_schema: JsonSchema | null;
  readonly server: string | null;
}

/** The part of JSON Schema in which arguments are named and described. */
export interface JsonSchema {
  readonly description?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema | boolean | null>>;
  readonly items?: JsonSchema | readonly JsonSchema[] | boolean | null;
}
