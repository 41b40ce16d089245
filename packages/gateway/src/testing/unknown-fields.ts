import fc from "fast-check";

type Fields = Readonly<Record<string, unknown>>;

/** Fields that a future version of an API may have. OpenAI's APIs use `null` for absent fields, so it says nothing there. */
export function unknownFields({ withNull }: { readonly withNull: boolean }): fc.Arbitrary<Fields> {
  const value = fc.jsonValue({ maxDepth: 2 }).map((json) => JSON.parse(JSON.stringify(json)) as unknown);
  const name = fc.stringMatching(/^[a-z]{3,8}$/).map((word) => `new_${word}`);
  return fc
    .dictionary(name, withNull ? value : value.filter((json) => json !== null), { maxKeys: 3 })
    .map((fields) => ({ ...fields }) as Fields);
}
