import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { notServed } from "./not-served.ts";
import { chatFields } from "./request/chat-fields.ts";

const file = new URL("../../../../../../docs/dialects.md", import.meta.url);

/** The rows of the table under a heading. */
async function rowsUnder(heading: string): Promise<readonly string[]> {
  const [, section = ""] = (await readFile(file, "utf8")).split(`## ${heading}\n`);
  const [own = ""] = section.split("\n## ");
  return own.split("\n").filter((line) => line.startsWith("| `"));
}

it("docs/dialects.md tells what becomes of every field of a chat request, and of no other", async () => {
  const rows = [...chatFields].map(([field, { treatment, note }]) => `| \`${field}\` | ${treatment} | ${note} |`);

  expect(await rowsUnder("Fields of a request")).toEqual(rows);
});

it("docs/dialects.md names the paths that are not served, with the same reasons", async () => {
  const rows = [...notServed].map(([path, reason]) => `| \`${path}\` | ${reason} |`);

  expect(await rowsUnder("Paths that are not served")).toEqual(rows);
});
