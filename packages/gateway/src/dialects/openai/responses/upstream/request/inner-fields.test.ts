import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { innerFields } from "./inner-fields.ts";

it("docs/upstreams.md says what becomes of each field of the Messages API", async () => {
  const text = await readFile(new URL("../../../../../../../../docs/upstreams.md", import.meta.url), "utf8");
  const [, section = ""] = text.split("### Fields for `openai-responses`\n");
  const [table = ""] = section.split("\nAny other field");
  const rows = [...table.matchAll(/^\| `(\w+)` \| (\w+) \| .+ \|$/gm)].map(([, field, use]) => [field, use]);

  expect(rows).toEqual([...innerFields]);
});
