import { plain, table } from "./markdown.ts";

/** The parts of a JSON Schema that the config's schema uses. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
}

/** One field of the config. */
export interface Field {
  readonly path: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

const introduction = `# Config reference

Every field of \`toolcrib.json\`, generated from the schema that checks it (\`packages/gateway/toolcrib.schema.json\`, which editors can use for completion). [Gateway and config](/gateway#config) explains the fields with their defaults and shows whole files; every field is optional unless it is marked.

\`*\` stands for a name of your choice, \`[]\` for each entry of a list.`;

/** The reference of the config as a page. */
export function configReference(schema: Schema): string {
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => name !== "$schema");
  const isGroup = ([, field]: readonly [string, Schema]): boolean => nestedFields("", field).length > 0;
  const single = fields.filter((field) => !isGroup(field));
  const sections = fields.filter(isGroup).map(([name, field]) => section(name, field));
  const top = single.map(([path, field]) => row({ path, schema: field, isRequired: false }));
  return [introduction, `## Single fields\n\n${table(head, top)}`, ...sections].join("\n\n").concat("\n");
}

const head = ["field", "value", "meaning"];

function section(name: string, schema: Schema): string {
  const fields = nestedFields(name, schema).filter(({ path }) => !path.startsWith("routes[].settings."));
  return [`## ${name}`, plain(schema.description ?? ""), table(head, fields.map(row))]
    .filter((part) => part !== "")
    .join("\n\n");
}

function row({ path, schema, isRequired }: Field): string[] {
  const see = path === "routes[].settings" ? " See [settings](#settings)." : "";
  const meaning = `${plain(schema.description ?? "")}${see}${isRequired ? " **Required.**" : ""}`;
  return [`\`${path}\``, describeValue(schema), meaning];
}

/** Everything inside of a field that has a name, from the outside to the inside. */
export function nestedFields(path: string, schema: Schema): Field[] {
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const inner = path === "" ? name : `${path}.${name}`;
    const isRequired = schema.required?.includes(name) ?? false;
    return [{ path: inner, schema: field, isRequired }, ...nestedFields(inner, field)];
  });
  const { additionalProperties: values, items } = schema;
  const byName = typeof values === "object" ? nestedFields(`${path}.*`, values) : [];
  return [...named, ...byName, ...(items === undefined ? [] : nestedFields(`${path}[]`, items))];
}

/** What a field may hold, in a few words. */
function describeValue(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  if (schema.anyOf !== undefined) return schema.anyOf.map(describeValue).join(", or ");
  if (schema.prefixItems !== undefined) return `[${schema.prefixItems.map(describeValue).join(", ")}]`;
  if (schema.items !== undefined) return `list of ${itemsOf(schema.items)}${atMost(schema.maxItems)}`;
  const types = [schema.type ?? "any"].flat().join(" or ");
  if (types === "object" && typeof schema.additionalProperties === "object") return "object, by name";
  if (schema.format === "uri") return "URL";
  if (schema.format === "date") return "date";
  return `${types}${limits(schema)}`;
}

function itemsOf(items: Schema): string {
  const value = describeValue(items);
  return value === "string" || value === "object" || value === "URL" ? `${value}s` : value;
}

function atMost(count: number | undefined): string {
  return count === undefined ? "" : `, ${count.toLocaleString("en")} at most`;
}

function limits({ minimum, exclusiveMinimum, maximum }: Schema): string {
  const upper = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (exclusiveMinimum !== undefined) return `, more than ${exclusiveMinimum}`;
  if (minimum !== undefined && upper !== undefined)
    return `, ${minimum} to ${upper.toLocaleString("en").replaceAll(",", " ")}`;
  return minimum === undefined ? "" : `, ${minimum} or more`;
}
