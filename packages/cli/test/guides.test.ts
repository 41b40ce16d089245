import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseToml } from "smol-toml";
import { describe, expect, it, onTestFinished } from "vitest";
import { type ChatStandIn, startChatStandIn } from "../src/testing/chat-stand-in.ts";
import { memoryServer } from "../src/testing/memory-server.ts";
import { runToolcrib, startToolcrib } from "../src/testing/run-toolcrib.ts";
import { createTemporaryFiles } from "../src/testing/temporary-files.ts";

const files = createTemporaryFiles();
const environment = {
  HOME: files.folder,
  XDG_CACHE_HOME: join(files.folder, "cache"),
  XDG_CONFIG_HOME: join(files.folder, "config"),
  XDG_DATA_HOME: join(files.folder, "data"),
};

const readGuide = (guide: string): string =>
  readFileSync(new URL(`../../../docs/guides/${guide}.md`, import.meta.url), "utf8");

/** The command lines with `toolcrib` in a guide's shell blocks, as lists of arguments. */
function commandsIn(guide: string): string[][] {
  const blocks = [...readGuide(guide).matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => String(block));
  return blocks
    .flatMap((block) => block.split("\n"))
    .filter((line) => line.startsWith("toolcrib "))
    .map((line) => line.split(" ").slice(1));
}

async function startStandIn(): Promise<ChatStandIn> {
  const standIn = await startChatStandIn();
  onTestFinished(() => standIn.close());
  return standIn;
}

async function post(url: string, body: object): Promise<string> {
  const response = await fetch(`${url}/v1/messages`, {
    method: "POST",
    headers: { "content-type": "application/json", "anthropic-version": "2023-06-01", "x-api-key": "local" },
    body: JSON.stringify({ model: "qwen3:8b", max_tokens: 100, ...body }),
  });
  return response.text();
}

describe("claude-code-on-a-local-model.md", () => {
  it("shows commands that work, with a stand-in for Ollama", async () => {
    const standIn = await startStandIn();
    const commands = commandsIn("claude-code-on-a-local-model").map((command) =>
      command.map((word) => word.replace("http://127.0.0.1:11434/v1", standIn.url)),
    );
    const [doctor = [], serve = []] = commands;

    const examined = await runToolcrib(doctor, { environment, folder: files.folder });
    const gateway = startToolcrib([...serve, "--port", "0"], { environment, folder: files.folder });
    onTestFinished(() => gateway.signal("SIGKILL"));
    const [, url = ""] = await gateway.saw(/Listening on (\S+)/);
    const answer = await post(url, { messages: [{ role: "user", content: "Hello" }] });
    gateway.signal("SIGTERM");

    expect(commands.map(([name]) => name)).toEqual(["doctor", "serve"]);
    expect(examined).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("bridge fits") });
    expect(answer).toContain("Yes.");
    expect((await gateway.ended).exitCode).toBe(0);
  });

  it("sends a chat model the tools of a client that defers, over the bridge", async () => {
    const standIn = await startStandIn();
    const gateway = startToolcrib(
      ["serve", "--port", "0", "--upstream", standIn.url, "--upstream-dialect", "openai-chat", "--loader", "bridge"],
      { environment, folder: files.folder },
    );
    onTestFinished(() => gateway.signal("SIGKILL"));
    const [, url = ""] = await gateway.saw(/Listening on (\S+)/);
    const schema = { type: "object", properties: {} };
    const tools = [
      { name: "ToolSearch", description: "Finds tools.", input_schema: schema },
      { name: "mcp__everything__get-sum", description: "Adds.", input_schema: schema, defer_loading: true },
    ];

    const found = await post(url, {
      tools,
      messages: [
        { role: "user", content: "Add 19 and 23." },
        {
          role: "assistant",
          content: [{ type: "tool_use", id: "toolu_1", name: "ToolSearch", input: { query: "sum" } }],
        },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: "toolu_1",
              content: [{ type: "tool_reference", tool_name: "mcp__everything__get-sum" }],
            },
          ],
        },
      ],
    });

    expect(standIn.toolsSeen).toEqual([["ToolSearch", "call_tool"]]);
    expect(JSON.parse(found)).toMatchObject({
      content: [{ type: "tool_use", name: "mcp__everything__get-sum", input: { a: 19, b: 23 } }],
      stop_reason: "tool_use",
    });
  });
});

describe("codex-on-a-local-model.md", () => {
  it("shows commands that work in sequence, with a stand-in for Ollama, and the last restores everything", async () => {
    const standIn = await startStandIn();
    const config = '# mine\napproval_policy = "never"\n';
    const path = files.write(".codex/config.toml", config);
    // The catalogue of --own-search comes from an installed Codex.
    const commands = commandsIn("codex-on-a-local-model").filter((command) => !command.includes("--own-search"));
    const place = { environment: { ...environment, CODEX_HOME: undefined }, folder: files.folder };
    const [doctor = [], serve = [], preview = [], init = [], undo = []] = commands.map((command) =>
      command.map((word) => word.replace("http://127.0.0.1:11434/v1", standIn.url).replace("auto", "always")),
    );

    const examined = await runToolcrib(doctor, place);
    const gateway = startToolcrib([...serve, "--port", "0"], place);
    onTestFinished(() => gateway.signal("SIGKILL"));
    const [, url = ""] = await gateway.saw(/Listening on (\S+)/);
    const previewed = await runToolcrib([...preview, "--url", url], place);
    expect(readFileSync(path, "utf8")).toBe(config);
    await runToolcrib([...init, "--url", url], place);
    const { model, model_providers } = parseToml(readFileSync(path, "utf8")) as {
      model: string;
      model_providers: { toolcrib: { base_url: string } };
    };
    const { calls, answer } = await playCodex(model_providers.toolcrib.base_url, model);
    gateway.signal("SIGTERM");
    const undone = await runToolcrib(undo, place);

    expect(commands.map((command) => command.slice(0, 2).join(" "))).toEqual([
      "doctor --upstream",
      "serve --upstream",
      "init codex",
      "init codex",
      "init codex",
    ]);
    expect(examined.stdout).toContain("bridge fits");
    expect(previewed.stdout).toContain("Nothing was changed.");
    expect(calls).toEqual([{ namespace: "mcp__everything", name: "get_sum", arguments: '{"a":19,"b":23}' }]);
    expect(answer).toBe("19 and 23 make 42.");
    expect(standIn.toolsSeen.slice(-3)).toEqual(
      Array.from({ length: 3 }, () => ["exec_command", "ToolSearch", "call_tool"]),
    );
    expect(undone.stdout).toContain("restored");
    expect(readFileSync(path, "utf8")).toBe(config);
  });
});

interface ResponseItem {
  readonly type: string;
  readonly call_id: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly arguments?: string;
  readonly content?: readonly { readonly text: string }[];
}

/** Asks as Codex does for a model that it does not know, and answers the calls of the model. */
async function playCodex(baseUrl: string, model: string): Promise<{ calls: object[]; answer: string | undefined }> {
  const parameters = { type: "object", properties: { a: { type: "number" }, b: { type: "number" } } };
  const sum = {
    type: "function",
    name: "get_sum",
    description: "Returns the sum of two numbers.",
    strict: false,
    parameters,
  };
  const tools = [
    {
      type: "function",
      name: "exec_command",
      description: "Runs a command.",
      strict: false,
      parameters: { type: "object" },
    },
    { type: "namespace", name: "mcp__everything", description: "Everything.", tools: [sum] },
    { type: "web_search" },
  ];
  const text = "Add 19 and 23 with a tool.";
  const input: unknown[] = [{ type: "message", role: "user", content: [{ type: "input_text", text }] }];
  const calls: object[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const response = await fetch(`${baseUrl}/responses`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        model,
        input,
        tools,
        tool_choice: "auto",
        store: false,
        include: ["reasoning.encrypted_content"],
      }),
    });
    const { output } = (await response.json()) as { output: readonly ResponseItem[] };
    const call = output.find(({ type }) => type === "function_call");
    if (call === undefined) return { calls, answer: output.at(-1)?.content?.[0]?.text };
    const { namespace, name, arguments: given, call_id } = call;
    calls.push({ namespace, name, arguments: given });
    const result = [{ type: "input_text", text: "The sum of 19 and 23 is 42." }];
    input.push(...output, { type: "function_call_output", call_id, output: result });
  }
  throw new Error("The model did not finish.");
}

describe("an-editor-with-too-many-servers.md", () => {
  it("shows commands that work in sequence, and the last restores everything", async () => {
    const config = JSON.stringify({
      mcpServers: { memory: memoryServer(join(files.folder, "m.jsonl")), notes: { command: "notes-mcp" } },
    });
    const path = files.write("shop/.cursor/mcp.json", config);
    const commands = commandsIn("an-editor-with-too-many-servers");
    const outputs: string[] = [];
    for (const command of commands) {
      const { stdout } = await runToolcrib(command, { environment, folder: join(files.folder, "shop") });
      outputs.push(stdout);
    }

    expect(commands.map(([name]) => name)).toEqual(["inspect", "init", "init", "doctor", "init", "links"]);
    expect(outputs[0]).toContain("fails notes: spawn notes-mcp ENOENT");
    expect(outputs[1]).toContain("Nothing was changed.");
    expect(outputs[2]).toContain("Done.");
    expect(outputs[3]).toContain("problem server notes fails: spawn notes-mcp ENOENT");
    expect(outputs[4]).toContain("restored");
    expect(outputs[5]).toContain("cursor://anysphere.cursor-deeplink/mcp/install?name=toolcrib&config=");
    expect(readFileSync(path, "utf8")).toBe(config);
  });
});

describe("your-own-model.md", () => {
  it("shows commands that work, and requests in all three APIs", async () => {
    const standIn = await startStandIn();
    const [doctor = [], serve = []] = commandsIn("your-own-model").map((command) =>
      command.map((word) => word.replace("http://127.0.0.1:11434/v1", standIn.url)),
    );

    const examined = await runToolcrib(doctor, { environment, folder: files.folder });
    const gateway = startToolcrib([...serve, "--port", "0"], { environment, folder: files.folder });
    onTestFinished(() => gateway.signal("SIGKILL"));
    const [, url = ""] = await gateway.saw(/Listening on (\S+)/);
    const answers: string[] = [];
    for (const { path, headers, body } of requestsIn("your-own-model")) {
      const response = await fetch(`${url}${path}`, { method: "POST", headers, body });
      answers.push(`${path} ${response.status} ${(await response.text()).includes("Yes.")}`);
    }

    expect(examined.stdout).toContain("loader bridge fits");
    expect(answers).toEqual(["/v1/chat/completions 200 true", "/v1/messages 200 true", "/v1/responses 200 true"]);
  });

  it("shows a config that is valid", async () => {
    files.write("models/toolcrib.json", jsonIn("your-own-model"));

    const { stdout } = await runToolcrib(["doctor", "--config", "toolcrib.json"], {
      environment,
      folder: join(files.folder, "models"),
    });

    expect(stdout).toContain("ok      toolcrib.json is valid");
  });
});

/** The requests that a guide makes with curl. */
function requestsIn(guide: string): { path: string; headers: Record<string, string>; body: string }[] {
  const lines = readGuide(guide).match(/^curl .+$/gm) ?? [];
  return lines.map((line) => ({
    path: new URL(/https?:\S+/.exec(line)?.[0] ?? "").pathname,
    headers: Object.fromEntries([...line.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [name, value])),
    body: /-d '([^']+)'/.exec(line)?.[1] ?? "",
  }));
}

const jsonIn = (guide: string): string => configsIn(guide)[0] ?? "";
const configsIn = (guide: string): string[] =>
  [...readGuide(guide).matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => String(text));

describe("teams.md", () => {
  it("shows a config that is valid, and commands that create keys for it", async () => {
    const whole = Object.assign({}, ...configsIn("teams").map((text) => JSON.parse(text) as object)) as object;
    files.write("team/toolcrib.json", JSON.stringify(whole));
    const folder = join(files.folder, "team");
    const commands = commandsIn("teams");
    const [first = [], second = [], doctor = []] = commands;

    const keys = [
      await runToolcrib([...first, "--json"], { folder }),
      await runToolcrib([...second, "--json"], { folder }),
    ];
    const { stdout } = await runToolcrib(doctor, { environment, folder });

    expect(commands.map(([name]) => name)).toEqual(["key", "key", "doctor", "migrate", "serve"]);
    expect(keys.map((key) => JSON.parse(key.stdout))).toMatchObject([
      { key: expect.stringMatching(/^tck_/), entry: { name: "ci" } },
      { entry: { name: "operator", admin: true } },
    ]);
    expect(stdout).toContain("ok      toolcrib.json is valid");
  });
});

describe("run-in-the-background.md", () => {
  it("shows commands that work in sequence", async () => {
    files.write("service/toolcrib.json", '{ "port": 0 }');
    const commands = commandsIn("run-in-the-background").map((words) =>
      words.filter((_, at) => !words.slice(0, at + 1).includes(">")),
    );
    const outputs: string[] = [];
    for (const command of commands) {
      const { stdout } = await runToolcrib(command, { environment, folder: join(files.folder, "service") });
      outputs.push(stdout);
    }

    expect(outputs.map((output) => output.split("\n")[0])).toEqual([
      expect.stringMatching(/^Serving in the background at /),
      expect.stringMatching(/^Serving at /),
      expect.stringMatching(/^Stopped /),
      expect.stringContaining("systemctl --user enable --now toolcrib"),
    ]);
  });
});
