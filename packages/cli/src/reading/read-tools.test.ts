import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createTemporaryFiles } from "../testing/temporary-files.ts";
import { readTools } from "./read-tools.ts";

const files = createTemporaryFiles();
const sendEmail = { name: "send_email", description: "Send an email.", input_schema: null, server: null };
const readFile = { name: "read_file", description: "Read a file.", inputSchema: { type: "object" } };

async function readNames(...paths: string[]): Promise<string[]> {
  return (await readTools(paths)).map(({ name }) => name);
}

describe("readTools", () => {
  it("reads JSON Lines of several files in order", async () => {
    const first = files.writeLines("first.jsonl", [sendEmail]);
    const second = files.writeLines("second.jsonl", [readFile]);

    expect(await readNames(first, second)).toEqual(["send_email", "read_file"]);
  });

  it("detects gzip by its content, whatever the file name", async () => {
    const withoutEnding = files.writeGzippedLines("packed.jsonl", [sendEmail]);
    const withWrongEnding = files.writeLines("plain.jsonl.gz", [readFile]);

    expect(await readNames(withoutEnding, withWrongEnding)).toEqual(["send_email", "read_file"]);
  });

  it("accepts a byte order mark, Windows line endings, empty lines and an unterminated last line", async () => {
    const text = `\uFEFF${JSON.stringify(sendEmail)}\r\n\r\n${JSON.stringify(readFile)}`;

    expect(await readNames(files.write("windows.jsonl", text))).toEqual(["send_email", "read_file"]);
  });

  it("accepts a JSON array and the result of MCP's tools/list", async () => {
    const array = files.write("array.json", JSON.stringify([sendEmail], null, 2));
    const listing = files.write("listing.json", JSON.stringify({ tools: [readFile] }, null, 2));

    expect(await readNames(array, listing)).toEqual(["send_email", "read_file"]);
  });

  it("is not misled by a description that mentions tools", async () => {
    const talkative = { name: "list", description: 'Returns {"tools": []}.', tools: null };

    expect(await readNames(files.writeLines("talkative.jsonl", [talkative, sendEmail]))).toEqual([
      "list",
      "send_email",
    ]);
  });

  it("reads the schema under both of its names", async () => {
    const schema = { type: "object", properties: { path: { type: "string" } } };
    const file = files.writeLines("schemas.jsonl", [
      { name: "mcp", inputSchema: schema },
      { name: "anthropic", input_schema: schema },
      { name: "none" },
    ]);

    expect((await readTools([file])).map(({ inputSchema }) => inputSchema)).toEqual([schema, schema, null]);
  });

  it("accepts the same definition twice, with another order of keys and the other name for its schema", async () => {
    const again = { inputSchema: { type: "object" }, server: null, description: "Read a file.", name: "read_file" };
    const first = files.writeLines("once.jsonl", [{ ...readFile, origin: "here" }]);
    const second = files.writeLines("again.jsonl", [
      { ...again, inputSchema: undefined, input_schema: { type: "object" } },
    ]);

    expect(await readNames(first, second)).toEqual(["read_file"]);
  });

  it("refuses two different definitions of one name and says where both are", async () => {
    const first = files.writeLines("ours.jsonl", [sendEmail, readFile]);
    const second = files.writeLines("theirs.jsonl", [{ ...readFile, description: "Read anything." }]);

    await expect(readTools([first, second])).rejects.toMatchObject({
      code: "tools_conflict",
      summary: expect.stringContaining(`${second}:1 and ${first}:2 define "read_file" differently`),
    });
  });

  it.each([
    ["a missing name", { description: "x" }, "tool_invalid", "expected a name, got nothing"],
    ["an empty name", { name: "" }, "tool_invalid", "expected a name, got an empty text"],
    [
      "a description of another type",
      { name: "a", description: 3 },
      "tool_invalid",
      "description to be a text or null, got 3",
    ],
    [
      "a server of another type",
      { name: "a", server: ["x"] },
      "tool_invalid",
      "server to be a text or null, got a list of 1",
    ],
    ["a line that is no object", "text", "json_invalid", 'expected a JSON object, got "text"'],
  ])("refuses %s with the line", async (_what, line, code, part) => {
    const file = files.writeLines("invalid.jsonl", [sendEmail, line]);

    await expect(readTools([file])).rejects.toMatchObject({
      code,
      summary: expect.stringMatching(new RegExp(`invalid\\.jsonl:2 .*${part}`)),
    });
  });

  it("reports the line that is not JSON and quotes its start", async () => {
    const file = files.write("cut.jsonl", `${JSON.stringify(sendEmail)}\n\n{"name": "read_fi`);

    await expect(readTools([file])).rejects.toMatchObject({
      code: "json_invalid",
      summary: expect.stringContaining('cut.jsonl:3 cannot be read: expected a JSON object, got {"name": "read_fi ('),
    });
  });

  it("reports the array element that is not a tool", async () => {
    await expect(readTools([files.write("bad-array.json", `[${JSON.stringify(sendEmail)}, 7]`)])).rejects.toMatchObject(
      {
        summary: expect.stringContaining("bad-array.json[1] cannot be read: expected a JSON object, got 7"),
      },
    );
  });

  it("refuses files that cannot be read or unpacked, or are empty", async () => {
    const cut = files.write("cut.gz", gzipSync(JSON.stringify(sendEmail)).subarray(0, 20));

    await expect(readTools(["no-such-file.jsonl"])).rejects.toMatchObject({
      code: "file_unreadable",
      summary: "no-such-file.jsonl cannot be read: expected a file, got no such file.",
    });
    await expect(readTools(["."])).rejects.toMatchObject({
      summary: ". cannot be read: expected a file, got a folder.",
    });
    await expect(readTools([cut])).rejects.toMatchObject({ code: "gzip_broken" });
    await expect(readTools([files.write("empty.jsonl", "\n")])).rejects.toMatchObject({ code: "file_empty" });
  });
});
