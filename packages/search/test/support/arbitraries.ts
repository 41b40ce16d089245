import type { SearchableTool } from "@toolcrib/search";
import fc from "fast-check";

const words = ["create", "issue", "list", "send", "mail", "web", "page", "file", "GitHub", "日程", "файл", "the", "42"];

/** Text as people and programs write it, and text as nobody should. */
const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((parts) => parts.join(" ")),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((codes) => String.fromCharCode(...codes)),
);

/** Names in the spellings of many clients. */
const anyName: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom("mcp__a__", "mcp__b__", ""),
      fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }),
    )
    .map(([server, parts]) => server + parts.join("_")),
  fc.constantFrom("__proto__", "constructor", "toString", "hasOwnProperty", "mcp__", "mcp____", "+", "/"),
  anyText.filter((text) => text.trim() !== ""),
);

/** A tool; only the name can be relied on. */
const anyTool: fc.Arbitrary<SearchableTool> = fc.record(
  {
    name: anyName,
    description: fc.oneof(anyText, fc.constant(null)),
    searchHint: anyText,
    server: anyText,
    inputSchema: fc.jsonValue({ maxDepth: 3 }),
  },
  { requiredKeys: ["name"] },
);

/** A catalogue in which no two tools share a name. */
export const anyCatalogue: fc.Arbitrary<SearchableTool[]> = fc.uniqueArray(anyTool, {
  selector: ({ name }) => name,
  maxLength: 12,
});

/** Queries of every form. */
export const anyQuery: fc.Arbitrary<string> = fc.oneof(
  anyText,
  anyName,
  anyName.map((name) => `select:${name},${name}`),
  anyText.map((text) => `/${text}/`),
  anyText.map((text) => `+${text} list`),
  fc.constantFrom("mcp__", "mcp__a", "select:", "+", "//", "/(/"),
);
