import { createStrictMessagesApi } from "@toolcrib/anthropic/testing";
import { createGateway } from "@toolcrib/gateway";
import { describe, expect, it } from "vitest";
import { brokenServer, memoryServer } from "../../testing/memory-server.ts";
import { runInProcess } from "../../testing/run-in-process.ts";
import { type SeenRequest, serve } from "../../testing/serve.ts";
import { createTemporaryFiles } from "../../testing/temporary-files.ts";
import type { Check } from "./check/check.ts";

const files = createTemporaryFiles();
const clean = {
  HOME: files.folder,
  XDG_CACHE_HOME: files.folder,
  XDG_CONFIG_HOME: files.folder,
  ENABLE_TOOL_SEARCH: undefined,
  ANTHROPIC_BASE_URL: undefined,
  ANTHROPIC_API_KEY: undefined,
  CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS: undefined,
};

async function examine(
  options: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
  folder: string = files.folder,
): Promise<{ exitCode: number | null; checks: Check[] }> {
  const { stdout, exitCode } = await runInProcess(["doctor", "--json", ...options], {
    environment: { ...clean, ...environment },
    folder,
  });
  return { exitCode, checks: (JSON.parse(stdout) as { checks: Check[] }).checks };
}

function find(checks: readonly Check[], subject: string): Check | undefined {
  return checks.find((check) => check.subject === subject);
}

describe("toolcrib doctor", () => {
  it("finds nothing wrong on a clean machine", async () => {
    const { exitCode, checks } = await examine([]);

    expect(exitCode).toBe(0);
    expect(checks.filter(({ state }) => state === "problem")).toEqual([]);
  });

  it("F35: explains why tool search is off: the variable, the proxy, the kill switch", async () => {
    const off = await examine([], { ENABLE_TOOL_SEARCH: "false", CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS: "1" });
    const proxied = await examine([], { ANTHROPIC_BASE_URL: "http://proxy.example:4000" });

    expect(off.exitCode).toBe(1);
    expect(find(off.checks, "ENABLE_TOOL_SEARCH")?.state).toBe("problem");
    expect(find(off.checks, "CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS")?.state).toBe("problem");
    expect(find(proxied.checks, "ANTHROPIC_BASE_URL")).toMatchObject({
      state: "problem",
      fix: expect.stringContaining("ENABLE_TOOL_SEARCH=true"),
    });
  });

  it("advises whether to defer the tools of the servers, and whether they can be found", async () => {
    const few = files.write(
      "few.json",
      JSON.stringify({ mcpServers: { memory: memoryServer(`${files.folder}/few.jsonl`) } }),
    );
    const many = files.write(
      "many.json",
      JSON.stringify({
        mcpServers: Object.fromEntries(
          ["a", "b", "c", "d"].map((name) => [name, memoryServer(`${files.folder}/${name}.jsonl`)]),
        ),
      }),
    );
    const { checks: ofFew } = await examine(["--config", few]);
    const { checks: ofMany } = await examine(["--config", many]);

    expect(find(ofFew, "deferral")).toMatchObject({ state: "ok", says: expect.stringContaining("9 tools") });
    expect(find(ofFew, "descriptions")?.says).toContain("of 9 tools are found by their own first sentence");
    expect(find(ofMany, "deferral")).toMatchObject({
      state: "note",
      says: expect.stringContaining("36 tools"),
      fix: expect.stringContaining("toolcrib serve --inject auto"),
    });
    expect(find(ofMany, "tools to keep in the prompt")?.says).toContain("--gateway");
  });

  it("reads Claude Code's settings, which take precedence over the environment", async () => {
    const settings = {
      env: { ENABLE_TOOL_SEARCH: "0" },
      model: "claude-3-haiku",
      permissions: { deny: ["ToolSearch"] },
    };
    files.write("home/.claude/settings.json", JSON.stringify(settings));

    const { checks } = await examine([], { HOME: `${files.folder}/home`, ENABLE_TOOL_SEARCH: "true" });

    expect(find(checks, "ENABLE_TOOL_SEARCH")).toMatchObject({
      state: "problem",
      says: expect.stringContaining("settings.json"),
    });
    expect(find(checks, "model")?.state).toBe("problem");
    expect(find(checks, "ToolSearch")?.state).toBe("problem");
  });

  it("starts every server, and reports one that fails with its output and a fix", async () => {
    const config = files.write(
      "mcp.json",
      JSON.stringify({
        mcpServers: {
          memory: memoryServer(`${files.folder}/m.jsonl`),
          broken: brokenServer,
          absent: { command: "no-such-program-anywhere" },
        },
      }),
    );

    const { exitCode, checks } = await examine(["--config", config]);

    expect(exitCode).toBe(1);
    expect(find(checks, "server memory")).toMatchObject({ state: "ok", says: "answers, with 9 tools" });
    expect(find(checks, "server broken")?.says).toContain("API_KEY is missing");
    expect(find(checks, "server absent")?.fix).toContain("not on the PATH");
  });

  it("recommends the native loader for an upstream that expands references itself", async () => {
    const api = createStrictMessagesApi(() => [{ type: "text", text: "Yes." }]);
    const url = await serve(({ method, path, headers, body }) =>
      api.fetch(`http://api${path}`, { method, headers: headers as Record<string, string>, body }),
    );

    const { checks } = await examine(["--upstream", url, "--upstream-key-env", "KEY"], { KEY: "any" });

    expect(find(checks, "upstream tool_reference")?.state).toBe("ok");
    expect(find(checks, "upstream count_tokens")?.says).toContain("deferral works");
    expect(find(checks, "loader")?.says).toMatch(/^native fits/);
  });

  it("recommends the bridge for an upstream that rejects references", async () => {
    const answer = ({ path, body }: SeenRequest): Response => {
      if (path.endsWith("count_tokens")) return new Response("", { status: 404 });
      return body.includes("tool_reference")
        ? Response.json({ error: { message: "unknown variant `tool_reference`, expected `text`" } }, { status: 400 })
        : Response.json({ content: [] });
    };

    const { checks, exitCode } = await examine(["--upstream", await serve(answer)]);

    expect(exitCode).toBe(0);
    expect(find(checks, "upstream tool_reference")).toMatchObject({
      state: "note",
      fix: expect.stringContaining("--loader bridge"),
    });
    expect(find(checks, "loader")?.says).toMatch(/^bridge fits/);
  });

  it("lists the fields that an upstream rejects, and the setting that drops them", async () => {
    const answer = ({ body, headers }: SeenRequest): Response => {
      if (headers["anthropic-beta"] !== undefined && !/defer_loading|context_management/.test(body)) {
        return Response.json({ error: { message: "invalid beta flag" } }, { status: 400 });
      }
      const field = ["output_config", "eager_input_streaming"].find((name) => body.includes(`"${name}"`));
      if (field === undefined) return Response.json({ content: [], input_tokens: 1 });
      const message = `${field}: Extra inputs are not permitted`;
      return Response.json({ error: { message } }, { status: 400 });
    };

    const { checks, exitCode } = await examine(["--upstream", await serve(answer)]);

    expect(exitCode).toBe(0);
    expect(find(checks, "upstream fields")).toMatchObject({
      state: "note",
      says: expect.stringContaining("rejects output_config, tools.*.eager_input_streaming"),
      fix: expect.stringContaining('"dropFields": ["output_config","tools.*.eager_input_streaming"]'),
    });
  });

  it("asks a running gateway what its upstreams rejected", async () => {
    const upstream = await serve(({ body }) =>
      body.includes("output_config")
        ? Response.json({ error: { message: "output_config: Extra inputs are not permitted" } }, { status: 400 })
        : Response.json({ content: [] }),
    );
    const gateway = await createGateway({ upstreams: { strict: { dialect: "anthropic", url: upstream } } });
    const { url } = await gateway.listen({ port: 0 });
    const body = { model: "m", max_tokens: 1, messages: [{ role: "user", content: "Hi." }], output_config: {} };
    const response = await fetch(`${url}/v1/messages`, { method: "POST", body: JSON.stringify(body) });
    const { checks } = await examine(["--gateway", url]);
    await gateway.close();
    const gone = await examine(["--gateway", url]);

    expect(response.status).toBe(200);
    expect(find(checks, "gateway upstream strict")).toMatchObject({
      state: "note",
      says: expect.stringContaining("It refused the field output_config for m (10 min left)"),
      fix: expect.stringContaining('"dropFields": ["output_config"]'),
    });
    expect(find(gone.checks, "gateway")?.state).toBe("problem");
  });

  it("checks a chat upstream, and reports what is wrong if it does not answer", async () => {
    const url = await serve(() => Response.json({ choices: [] }));
    const chat = await examine(["--upstream", `${url}/v1`, "--upstream-dialect", "openai-chat", "--model", "m"]);
    const refused = await serve(() => Response.json({ error: { message: "invalid x-api-key" } }, { status: 401 }));
    const locked = await examine(["--upstream", refused]);

    expect(find(chat.checks, "loader")?.says).toContain(
      `--upstream ${url}/v1 --upstream-dialect openai-chat --loader bridge`,
    );
    expect(locked.exitCode).toBe(1);
    expect(find(locked.checks, "upstream")).toMatchObject({
      state: "problem",
      says: expect.stringContaining("invalid x-api-key"),
      fix: expect.stringContaining("--upstream-key-env"),
    });
  });

  it.each([
    ["native", () => Response.json({ output: [] })],
    [
      "bridge",
      ({ body }: { readonly body: string }) =>
        body.includes("tool_search")
          ? Response.json({ error: { message: "Invalid value: 'tool_search'." } }, { status: 400 })
          : Response.json({ output: [] }),
    ],
  ])("recommends the loader %s for an upstream of the Responses API", async (loader, answer) => {
    const url = await serve(answer);
    const { checks } = await examine(["--upstream", url, "--upstream-dialect", "openai-responses", "--model", "m"]);

    expect(find(checks, "upstream tools")?.state).toBe("ok");
    expect(find(checks, "loader")?.says).toContain(`--upstream-dialect openai-responses --loader ${loader}`);
  });

  it("checks toolcrib.json", async () => {
    files.write("project/toolcrib.json", '{"upstreams":{"x":{"dialect":"latin"}}}');

    const { checks } = await examine([], {}, `${files.folder}/project`);

    expect(find(checks, "toolcrib.json")).toMatchObject({ state: "problem", says: expect.stringContaining("dialect") });
  });

  it("says that it does not know a message, and not that there is no problem", async () => {
    const { stdout } = await runInProcess(["doctor", "--message", "Bad gateway"], { environment: clean });

    expect(stdout).toBe("note    message is unknown\n        → Run toolcrib doctor for a full check.\n");
  });

  it.each([
    ["400 Tool reference 'mcp__x__y' not found in available tools", "does not declare"],
    ["API Error: 400 Unknown parameter: 'tools.defer_loading'.", "does not know defer_loading"],
    ["You may not include more than 128 tools in your request.", "more tools than"],
    [
      "No such tool available: ToolSearch. ToolSearch exists but is not enabled in this context.",
      "off in this context",
    ],
    ["All tools have defer_loading set. At least one tool must be non-deferred.", "Every tool of the request"],
    ["Tool reference 'x' has no corresponding tool definition", "does not declare"],
    [
      "`web_fetch` tool use with id `srvtoolu_1` was found without a corresponding `web_fetch_tool_result` block",
      "lost",
    ],
    ["messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1.", "has no result"],
    ["BM25 tool search is not supported on Bedrock. Use tool_search_tool_regex instead.", "regex search tool only"],
    ["Server tools are not supported in the count_tokens endpoint: tool_search_tool_regex.", "counts no tokens"],
    ["tool_addition/tool_removal references unknown tool 'x'", "adds or removes"],
    ["tools: Tool names must be unique.", "the same name"],
    ["Invalid regular expression pattern: missing ]: [", "no valid regular expression"],
    ['request.messages.29.content.0.content.0.type: Invalid literal value, expected "text"', "tool_reference"],
  ])("explains the message: %s", async (message, meaning) => {
    const { checks } = await examine(["--message", message]);

    expect(checks[0]).toMatchObject({
      subject: "message",
      says: expect.stringContaining(meaning),
      fix: expect.any(String),
    });
  });
});
