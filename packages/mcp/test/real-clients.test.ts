import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ServerPool } from "../src/index.ts";
import { newerNode } from "../src/testing/newer-node.ts";
import { programs } from "../src/testing/real-programs.ts";
import { newFolder, scriptedEntry } from "../src/testing/scripted-entry.ts";
import { conformanceEntry, serveFront } from "../src/testing/serve-front.ts";

const run = promisify(execFile);

let node = "";
let served: Awaited<ReturnType<typeof serveFront>>;
let pool: ServerPool;

beforeAll(async () => {
  node = newerNode();
  pool = new ServerPool({
    entries: [conformanceEntry(), scriptedEntry("other")],
    cacheFolder: null,
    clientCapabilities: { sampling: {}, elicitation: { form: {} } },
  });
  served = await serveFront({ pool, pinnedNames: "own", policy: [{ action: "pin", server: "conformance" }] });
}, 150_000);

afterAll(async () => {
  await served?.close();
  await pool?.close();
});

describe("W-MCP22 the public conformance suite", () => {
  it("passes through the front, for a server behind it", async () => {
    // `server-sse-polling` is among them and checks nothing here: it is about tools that close the stream of their own call, and the
    // front answers such a call with plain JSON.
    const { stdout } = await run(node, [programs.conformance, "server", "--url", served.url, "--suite", "all"], {
      cwd: newFolder(),
      timeout: 150_000,
      maxBuffer: 64 * 1024 * 1024,
    });

    expect(stdout).toContain("Total: 43 passed, 0 failed");
  }, 160_000);
});

describe("the inspector's command line", () => {
  const inspect = async (...commandLine: string[]) => {
    const { stdout } = await run(node, [programs.inspector, "--cli", served.url, ...commandLine], { timeout: 80_000 });
    return JSON.parse(stdout);
  };

  it("lists, searches and calls tools, and reads resources and prompts", async () => {
    const [list, search, call, resource, prompts] = await Promise.all([
      inspect("--method", "tools/list"),
      inspect("--method", "tools/call", "--tool-name", "search_tools", "--tool-arg", "query=mcp__other__echo"),
      inspect(
        "--method",
        "tools/call",
        "--tool-name",
        "call_tool",
        "--tool-arg",
        "name=mcp__other__echo",
        'arguments={"text":"hi"}',
      ),
      inspect("--method", "resources/read", "--uri", "test://static-text"),
      inspect("--method", "prompts/list"),
    ]);

    expect(list.tools.map(({ name }: { name: string }) => name).slice(0, 4)).toEqual([
      "search_tools",
      "describe_tools",
      "call_tool",
      "json_schema_2020_12_tool",
    ]);
    expect(search.content[0].text).toContain('"name":"mcp__other__echo"');
    expect(call.content[0].text).toBe("hi");
    expect(resource.contents[0].text).toBe("This is the content of the static text resource.");
    expect(prompts.prompts).toHaveLength(4);
  }, 90_000);
});
