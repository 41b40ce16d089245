// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how configs write variables
import { describe, expect, it } from "vitest";
import {
  type ConfigPlaces,
  findConfigFiles,
  mergeServerEntries,
  readConfigText,
  serverEntryKeys,
} from "../config/index.ts";

const environment = { TOKEN: "secret", EMPTY: "", HOST: "example.org" };
const sources = { environment, home: "/h/me", workspaceFolder: "/project" };

function read(config: unknown, more: object = {}) {
  return readConfigText(JSON.stringify(config), "a.json", { ...sources, ...more });
}

describe("a config", () => {
  it("says that a server is given twice, and where, and uses the second", () => {
    const text =
      '{\n"mcpServers": {\n"a": { "command": "one" },\n"b": { "command": "x" },\n"a": { "command": "two" }\n}}';
    const { entries, problems } = readConfigText(text, "a.json", sources);

    expect(entries).toMatchObject([{ name: "a", command: "two" }, { name: "b" }]);
    expect(problems.map(({ summary }) => summary)).toEqual([
      "The config a.json has the key mcpServers.a twice, in line 3 and in line 5: the second one is used.",
    ]);
  });

  it("lists stdio and remote servers in the format of Claude and Cursor", () => {
    const { entries, problems } = read({
      mcpServers: {
        files: { command: "npx", args: ["-y", "server-files", "."], env: { LEVEL: 3 }, cwd: "/srv" },
        remote: { type: "http", url: "https://example.org/mcp", headers: { Authorization: "Bearer x" } },
        old: { type: "sse", url: "http://localhost:1/sse", disabled: true, alwaysLoad: true },
      },
    });

    expect(problems).toEqual([]);
    const common = { source: "a.json", disabled: false, alwaysLoad: false, policy: [] };
    expect(entries).toEqual([
      {
        ...common,
        name: "files",
        transport: "stdio",
        command: "npx",
        args: ["-y", "server-files", "."],
        env: { LEVEL: "3" },
        cwd: "/srv",
      },
      {
        ...common,
        name: "remote",
        transport: "http",
        url: "https://example.org/mcp",
        headers: { Authorization: "Bearer x" },
      },
      {
        ...common,
        name: "old",
        transport: "sse",
        url: "http://localhost:1/sse",
        headers: {},
        disabled: true,
        alwaysLoad: true,
      },
    ]);
  });

  it("takes headers that HTTP can send, and does not quote others", () => {
    const headers = (text: string) =>
      read({ mcpServers: { a: { url: "https://a.test", headers: { "x-key": text } } } });

    expect(headers("${TOKEN}\n").entries).toMatchObject([{ headers: { "x-key": "secret" } }]);
    const { entries, problems } = headers("${TOKEN}\nmore");
    expect(entries).toEqual([]);
    expect(problems.map(({ summary }) => summary)).toEqual([
      "The server a in a.json is not usable: expected headers.x-key to be a text that an HTTP header can hold, got another text.",
    ]);
  });

  it("may be VS Code's, with comments, trailing commas, inputs and its own variables", () => {
    const text = `{
      // "servers": {}
      "inputs": [{ "id": "key", "type": "promptString" }],
      "servers": {
        "a": { "command": "node", "args": ["\${workspaceFolder}/a.js", "http://x//y"], "env": { "KEY": "\${input:key}", "T": "\${env:TOKEN}" }, },
      }, /* end */
    }`;

    const { entries, problems } = readConfigText(text, "mcp.json", { ...sources, inputs: { key: "k" } });

    expect(problems).toEqual([]);
    expect(entries[0]).toMatchObject({ args: ["/project/a.js", "http://x//y"], env: { KEY: "k", T: "secret" } });
  });

  it("may be the settings of VS Code", () => {
    expect(read({ mcp: { servers: { a: { command: "x" } } } }).entries.map(({ name }) => name)).toEqual(["a"]);
  });

  it.each([
    ["${TOKEN}", "secret"],
    ["https://${HOST}/x", "https://example.org/x"],
    ["${MISSING:-fallback}", "fallback"],
    ["${MISSING:-}", ""],
    ["${EMPTY:-fallback}", "fallback"],
    ["${userHome}/x", "/h/me/x"],
    ["$TOKEN", "$TOKEN"],
  ])("expands %s", (text, expected) => {
    expect(read({ mcpServers: { a: { command: "x", args: [text] } } }).entries[0]).toMatchObject({ args: [expected] });
  });

  it("names each bad entry and keeps the others", () => {
    const { entries, problems } = read({
      mcpServers: {
        none: {},
        both: { command: "x", url: "http://x" },
        number: { command: 5 },
        scheme: { url: "file:///x" },
        type: { type: "ws", url: "http://x" },
        args: { command: "x", args: "y" },
        variable: { command: "x", env: { KEY: "${NOT_THERE}" } },
        input: { command: "x", args: ["${input:key}"] },
        rule: { command: "x", policy: [{ action: "allow" }] },
        text: "npx x",
        good: { command: "x" },
      },
    });

    expect(entries.map(({ name }) => name)).toEqual(["good"]);
    expect(problems.map(({ summary }) => summary)).toEqual([
      "The server none in a.json is not usable: expected command (a program to start) or url, got neither.",
      "The server both in a.json is not usable: expected either command or url, got both.",
      "The server number in a.json is not usable: expected command to be a text, got 5.",
      'The server scheme in a.json is not usable: expected url to be an http or https address, got "file:///x".',
      'The server type in a.json is not usable: expected type to be "http" or "sse" for a url, got "ws".',
      'The server args in a.json is not usable: expected args to be a list of texts, got "y".',
      "The server variable in a.json needs NOT_THERE, which is not set.",
      "The server input in a.json needs input:key, which is not set.",
      'The server rule in a.json is not usable: expected policy[0].action to be one of pin, defer, hide, deny, got "allow".',
      'The server text in a.json is not usable: expected an object with command or url, got "npx x".',
    ]);
  });

  it.each([
    ["{", "JSON"],
    ["[]", "an object with mcpServers or servers, got an array of length 0"],
    ['{"mcpServers": []}', "the servers to be an object by name, got an array of length 0"],
  ])("that is %s is reported with the reason", (text, expected) => {
    const { entries, problems } = readConfigText(text, "a.json", sources);

    expect(entries).toEqual([]);
    expect(problems.map(({ code }) => code)).toEqual(["config_unreadable"]);
    expect(problems[0]?.message).toContain(expected);
  });

  it("may have no servers", () => {
    expect(read({ theme: "dark" })).toEqual({ entries: [], problems: [] });
  });

  it("that is our own rejects an unknown key and names the closest one", () => {
    const { entries, problems } = readConfigText(
      JSON.stringify({
        mcpServers: {
          rule: { command: "x", polcy: [{ action: "deny", name: "*" }] },
          rules: { command: "x", policies: [] },
          header: { url: "http://x", hedaers: {} },
          flag: { command: "x", alwaysLod: true },
          foreign: { command: "x", timeout: 5 },
          inherited: { command: "x", constructor: 1 },
          long: { command: "x", ["policy".repeat(50)]: [] },
          good: { command: "x" },
        },
      }),
      "/project/toolcrib.json",
      sources,
    );
    const all = `only the keys ${Object.keys(serverEntryKeys).join(", ")}`;
    const long = `${JSON.stringify("policy".repeat(10))}… (300 characters)`;

    expect(entries.map(({ name }) => name)).toEqual(["good"]);
    expect(problems.map(({ details: { expected, received } }) => [expected, received])).toEqual([
      ["the key policy", 'the unknown key "polcy"'],
      ["the key policy", 'the unknown key "policies"'],
      ["the key headers", 'the unknown key "hedaers"'],
      ["the key alwaysLoad", 'the unknown key "alwaysLod"'],
      [all, 'the unknown key "timeout"'],
      [all, 'the unknown key "constructor"'],
      [all, `the unknown key ${long}`],
    ]);
  });

  it("of another client may have keys of its own, but no mistyped key that restricts access", () => {
    const { entries, problems } = read({
      mcpServers: {
        own: {
          command: "x",
          timeout: 5,
          autoApprove: [],
          envFile: ".env",
          tools: ["*"],
          gallery: true,
          disabledTools: [],
        },
        rule: { command: "x", polciy: [] },
        upper: { command: "x", Policy: [] },
        rules: { command: "x", policies: [] },
        off: { command: "x", disable: true },
        on: { command: "x", enable: false },
      },
    });

    expect(entries.map(({ name }) => name)).toEqual(["own"]);
    expect(problems.map(({ summary }) => summary)).toEqual([
      'The server rule in a.json is not usable: expected the key policy, got the unknown key "polciy".',
      'The server upper in a.json is not usable: expected the key policy, got the unknown key "Policy".',
      'The server rules in a.json is not usable: expected the key policy, got the unknown key "policies".',
      'The server off in a.json is not usable: expected the key disabled, got the unknown key "disable".',
      'The server on in a.json is not usable: expected the key enabled, got the unknown key "enable".',
    ]);
  });

  it("does not read a text as a switch", () => {
    for (const key of ["disabled", "enabled", "alwaysLoad"]) {
      const { problems } = read({ mcpServers: { a: { command: "x", [key]: "false" } } });

      expect(problems[0]?.details["expected"]).toBe(`${key} to be true or false`);
    }
  });

  const program = { command: "x" };
  const remote = { url: "http://x" };
  const effects: Readonly<
    Record<keyof typeof serverEntryKeys, readonly [entry: object, value: unknown, read: object]>
  > = {
    command: [{}, "y", { transport: "stdio", command: "y" }],
    args: [program, ["-v"], { args: ["-v"] }],
    env: [program, { A: "b" }, { env: { A: "b" } }],
    cwd: [program, "/tmp", { cwd: "/tmp" }],
    url: [{}, "http://y", { transport: "http", url: "http://y" }],
    serverUrl: [{}, "http://y", { transport: "http", url: "http://y" }],
    httpUrl: [{}, "http://y", { transport: "http", url: "http://y" }],
    type: [remote, "sse", { transport: "sse" }],
    transport: [remote, "sse", { transport: "sse" }],
    headers: [remote, { A: "b" }, { headers: { A: "b" } }],
    auth: [remote, { type: "oauth", per: "user" }, { auth: { type: "oauth", per: "user" } }],
    disabled: [program, true, { disabled: true }],
    enabled: [program, false, { disabled: true }],
    alwaysLoad: [program, true, { alwaysLoad: true }],
    policy: [program, [{ action: "deny" }], { policy: [{ action: "deny", server: "a" }] }],
  };

  it.each(Object.entries(effects))("reads the key %s", (key, [entry, value, effect]) => {
    const [without] = read({ mcpServers: { a: entry } }).entries;
    const [withKey] = read({ mcpServers: { a: { ...entry, [key]: value } } }).entries;

    expect(withKey).toMatchObject(effect);
    expect(without ?? {}).not.toMatchObject(effect);
  });

  it("binds the rules of an entry to its server", () => {
    const policy = [{ action: "deny", name: "*delete*", server: "other" }];

    expect(read({ mcpServers: { a: { command: "x", policy } } }).entries[0]?.policy).toEqual([
      { action: "deny", name: "*delete*", server: "a" },
    ]);
  });
});

describe("several configs", () => {
  it("are merged in order, and a different server of the same name is a problem", () => {
    const first = readConfigText('{"mcpServers":{"a":{"command":"x"},"b":{"command":"y"}}}', "1.json", sources);
    const second = readConfigText('{"mcpServers":{"a":{"command":"x"},"b":{"command":"z"}}}', "2.json", sources);

    const { entries, problems } = mergeServerEntries([first, second]);

    expect(entries.map(({ name, source }) => [name, source])).toEqual([
      ["a", "1.json"],
      ["b", "1.json"],
    ]);
    expect(problems.map(({ summary }) => summary)).toEqual([
      "The server b is defined in both 1.json and 2.json: the first definition is used.",
    ]);
  });
});

describe("the usual places of configs", () => {
  const places: ConfigPlaces = { platform: "linux", home: "/h/me", environment: {}, workingFolder: "/project" };
  const desktop = (more: Partial<ConfigPlaces>) =>
    findConfigFiles({ ...places, ...more }).find(({ client }) => client === "claude-desktop")?.path;

  it("depend on the platform", () => {
    expect(desktop({})).toBe("/h/me/.config/Claude/claude_desktop_config.json");
    expect(desktop({ environment: { XDG_CONFIG_HOME: "/x" } })).toBe("/x/Claude/claude_desktop_config.json");
    expect(desktop({ platform: "darwin", home: "/Users/me" })).toBe(
      "/Users/me/Library/Application Support/Claude/claude_desktop_config.json",
    );
    expect(desktop({ platform: "win32", home: "C:\\Users\\me" })).toBe(
      "C:\\Users\\me\\AppData\\Roaming\\Claude\\claude_desktop_config.json",
    );
  });

  it("start with the project", () => {
    expect(findConfigFiles(places).map(({ client, scope }) => `${scope} ${client}`)).toEqual([
      "project toolcrib",
      "project claude-code",
      "project cursor",
      "project vscode",
      "user claude-code",
      "user claude-desktop",
      "user cursor",
      "user vscode",
      "user windsurf",
    ]);
  });
});
