import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { chatFields } from "./chat/client/request/chat-fields.ts";
import { itemTypes, partTypes, requestFields, toolTypes } from "./responses/client/support-table.ts";

const file = new URL("../../../../../docs/dialects.md", import.meta.url);

it.each([
  ["Fields of a chat request", chatFields],
  ["Fields of a response request", requestFields],
  ["Items of `input`", itemTypes],
  ["Parts of messages and results", partTypes],
  ["Tools", toolTypes],
])("docs/dialects.md says under '%s' what the code does, and nothing else", async (heading, table) => {
  const [, section = ""] = (await readFile(file, "utf8")).split(`\n### ${heading}\n`);
  const [own = ""] = section.split(/\n###? /);
  const written = own.split("\n").filter((line) => line.startsWith("| `"));

  expect(written).toEqual([...table].map(([name, { support, note }]) => `| \`${name}\` | ${support} | ${note} |`));
});
