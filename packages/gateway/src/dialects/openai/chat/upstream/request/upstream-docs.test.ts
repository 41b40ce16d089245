import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { innerFields } from "./request-fields.ts";

it("docs/upstreams.md holds the table of fields for Chat Completions", () => {
  const docs = readFileSync(new URL("../../../../../../../../docs/upstreams.md", import.meta.url), "utf8");
  const [, section = ""] = docs.split("### Fields for `openai-chat`");
  const rows = [...(section.split("\n#")[0] ?? "").matchAll(/^\| `(\w+)` \| (.+) \|$/gm)];
  expect(rows.map(([, field, note]) => [field, note])).toEqual([...innerFields]);
});
