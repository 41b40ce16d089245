/** A leaf of the config's JSON Schema. */
export interface Setting {
  /** Such as `limits.tools`, `routes[].model` or `upstreams{}.url`. */
  readonly path: string;
  /** All its values, where they are few. */
  readonly values: readonly unknown[] | undefined;
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

/** Lists every setting of a JSON Schema: objects, arrays, tuples, records and unions are walked. */
export function listSettings(schema: object, path = ""): readonly Setting[] {
  const { type, properties, additionalProperties, items, prefixItems, anyOf, ...rest } = schema as Schema;
  if (anyOf !== undefined) return anyOf.flatMap((part) => listSettings(part, path));
  if (prefixItems !== undefined) {
    return prefixItems.flatMap((part, position) => listSettings(part, `${path}[${position}]`));
  }
  if (items !== undefined) return listSettings(items, `${path}[]`);
  if (properties !== undefined) {
    const prefix = path === "" ? "" : `${path}.`;
    return Object.entries(properties).flatMap(([name, part]) => listSettings(part, prefix + name));
  }
  const isRecord = typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0;
  if (isRecord) return listSettings(additionalProperties, `${path}{}`);
  return [{ path, values: type === "boolean" ? [true, false] : rest.enum }];
}

/** Whether a place in a config, such as `routes.0.model`, is that of a setting or inside it. */
export function isPlaceOf(setting: string, place: string): boolean {
  const pattern = setting
    .replaceAll(/[.$]/g, "\\$&")
    .replaceAll("[]", "\\.\\d+")
    .replaceAll("{}", "(?:\\.[^.]+)?")
    .replaceAll(/\[(\d+)\]/g, "\\.$1");
  return new RegExp(`^${pattern}(?:\\.|$)`).test(place);
}

/** The places at which two configs differ. */
export function differences(left: unknown, right: unknown, place = ""): readonly string[] {
  if (!isContainer(left) || !isContainer(right)) return Object.is(left, right) ? [] : [place];
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].flatMap((name) => differences(left[name], right[name], place === "" ? name : `${place}.${name}`));
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
