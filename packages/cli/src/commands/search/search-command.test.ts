import { describe, expect, it } from "vitest";
import { brokenServer, memoryServer } from "../../testing/memory-server.ts";
import { runToolcrib } from "../../testing/run-toolcrib.ts";
import { createTemporaryFiles } from "../../testing/temporary-files.ts";

const files = createTemporaryFiles();
const definitions = [
  { name: "send_email", description: "Send an email. It leaves at once.", server: "mail" },
  { name: "get_forecast", description: "Weather forecast for a city." },
  { name: "read_file", description: "Read a file\u001b[31m from disk." },
];
const tools = files.writeLines("tools.jsonl", definitions);

describe("toolcrib search", () => {
  it("prints the hits with the first sentence of their description", async () => {
    const { stdout, stderr, exitCode } = await runToolcrib(["search", "email", "--tools", tools]);

    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toMatch(/^ 1\. send_email {2}[\d.]+\n {4}Send an email\.\n/);
    expect(stdout).not.toContain("at once");
  });

  it("shows the reasons of every hit with --explain", async () => {
    const { stdout } = await runToolcrib([
      "search",
      "weather forecast",
      "--tools",
      tools,
      "--ranker",
      "bm25",
      "--explain",
    ]);

    expect(stdout).toMatch(/^ 1\. get_forecast/);
    expect(stdout).toMatch(/^ {6}\S.* ▇+ +\+[\d.]+ {2}\([\d.]+: .*forecast.*\)$/m);
  });

  it("prints exactly one JSON object with --json", async () => {
    const { stdout, exitCode } = await runToolcrib(["search", "email", "--tools", tools, "--limit", "1", "--json"]);

    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      query: "email",
      kind: expect.any(String),
      hits: [
        {
          name: "send_email",
          description: "Send an email. It leaves at once.",
          server: "mail",
          why: expect.any(Array),
        },
      ],
      searched: 3,
      summary: expect.any(String),
      searchMs: expect.any(Number),
      indexMs: expect.any(Number),
    });
  });

  it("finds by everyday wording with --embedder encoder", async () => {
    const query = ["search", "how warm will it be in Porto", "--tools", tools, "--ranker", "semantic", "--json"];
    const environment = { XDG_CACHE_HOME: files.folder };
    const { stdout, stderr } = await runToolcrib([...query, "--embedder", "encoder"], { environment });

    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toMatchObject({ semantic: "used", hits: [{ name: "get_forecast" }, {}, {}] });
  });

  it("exits with 1 if nothing is found, with the number of tools searched and the nearest names", async () => {
    const { stdout, exitCode } = await runToolcrib(["search", "select:send_emial", "--tools", tools]);

    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/\b3 tools\b.*\bsend_email\b/);
  });

  it("exits with 1 and an object with --json if nothing is found", async () => {
    const { stdout, exitCode } = await runToolcrib(["search", "select:nothing_like_it", "--tools", tools, "--json"]);

    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ hits: [], notFound: ["nothing_like_it"] });
  });

  it("keeps at most --limit hits", async () => {
    const { stdout } = await runToolcrib(["search", "/e/", "--tools", tools, "--limit", "2", "--json"]);

    expect((JSON.parse(stdout) as { hits: unknown[] }).hits).toHaveLength(2);
  });

  it("joins several arguments and reads tools from standard input", async () => {
    const lines = definitions.map((definition) => JSON.stringify(definition)).join("\n");

    const { stdout, exitCode } = await runToolcrib(
      ["search", "weather", "forecast", "--tools", "-", "--limit", "1", "--json"],
      lines,
    );

    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ query: "weather forecast", hits: [{ name: "get_forecast" }] });
  });

  it("lets no control character of a definition reach the terminal", async () => {
    const { stdout } = await runToolcrib(["search", "read_file", "--tools", tools]);

    expect(stdout).toContain("Read a file [31m from disk.");
    expect(stdout).not.toContain("\u001b");
  });

  it.each([
    [["x", "--tools", "missing.jsonl"], "missing.jsonl cannot be read: expected a file, got no such file."],
    [["x"], "No config with MCP servers was found"],
    [["--tools", tools], "missing required argument 'query'"],
    [["x", "--tools", tools, "--limit", "many"], 'Expected a whole number of at least 1, got "many".'],
    [["x", "--tools", tools, "--limmit", "1"], "Did you mean --limit?"],
    [["/(/", "--tools", tools], "Invalid regular expression pattern"],
  ])("exits with 2 and a message, not a stack trace, for %j", async (options, part) => {
    // The clients' configs of this machine must not matter.
    const { stdout, stderr, exitCode } = await runToolcrib(["search", ...options], {
      environment: { HOME: files.folder, XDG_CONFIG_HOME: files.folder },
      folder: files.folder,
    });

    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(part);
    expect(stderr).not.toMatch(/^ {4}at /m);
  });

  it("searches the tools of the servers of a config, and warns about one that fails", async () => {
    const config = files.write(
      "mcp.json",
      JSON.stringify({ mcpServers: { memory: memoryServer(`${files.folder}/m.jsonl`), broken: brokenServer } }),
    );

    const { stdout, stderr, exitCode } = await runToolcrib(["search", "read the whole graph", "--config", config], {
      environment: { XDG_CACHE_HOME: files.folder },
    });

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^ 1\. mcp__memory__read_graph/);
    expect(stderr).toContain("API_KEY is missing");
  });
});
