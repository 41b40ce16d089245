import { expect, it } from "vitest";
import { findRepeatedKey } from "./find-repeated-key.ts";

it.each([
  ['{"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]}', undefined],
  ["[]", undefined],
  ["", undefined],
  ['{"a": 1,\n// twice\n"a": 2,}', { key: "a", first: 1, second: 3 }],
  ['\uFEFF{"b": [1, {"x": 1, "\\u0078": 2}]}', { key: "b.1.x", first: 1, second: 1 }],
  ['{"__proto__": 1, "__proto__": 2}', { key: "__proto__", first: 1, second: 1 }],
])("finds a key that is given twice in %j", (text, repeated) => {
  expect(findRepeatedKey(text)).toEqual(repeated);
});
