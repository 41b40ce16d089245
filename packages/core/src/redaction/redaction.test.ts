import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isSecretName,
  Redactor,
  secretsInArguments,
  secretsInEnvironment,
  secretsInHeaders,
  secretsInSettings,
  secretsInUrl,
  shownUrl,
} from "./index.ts";

describe("a redactor", () => {
  it("P8 removes known secrets from any text, also in JSON and URL encoding", () => {
    const redactor = new Redactor(['pa"ss word&1']);

    expect(redactor.text('It said: pa"ss word&1!')).toBe("It said: [redacted]!");
    expect(redactor.text(JSON.stringify({ a: 'pa"ss word&1' }))).toBe('{"a":"[redacted]"}');
    expect(redactor.text(`?q=${encodeURIComponent('pa"ss word&1')}`)).toBe("?q=[redacted]");
  });

  it("P8 replaces the longer of two secrets first, and includes the secrets of its parent", () => {
    const redactor = new Redactor(["abcdefgh"]).extend(["abcdefgh-ijklmnop"]);
    redactor.learn(["another-one"]);

    expect(new Redactor(["abcdefgh", "abcdefgh-ijklmnop"]).text("abcdefgh-ijklmnop")).toBe("[redacted]");
    expect(redactor.text("abcdefgh, another-one")).toBe("[redacted], [redacted]");
  });

  it("P8 leaves short words alone, because they occur anywhere", () => {
    expect(new Redactor(["user", "1234567"]).text("user 1234567")).toBe("user 1234567");
  });

  it("P8 removes logins from URLs that it was not told about", () => {
    expect(new Redactor().text("GET https://me:pw@host/x?to=a@b failed")).toBe(
      "GET https://[redacted]@host/x?to=a@b failed",
    );
    expect(new Redactor().text("mail me@host or see https://host/@me")).toBe("mail me@host or see https://host/@me");
  });

  it("P8 removes the values of secret fields, and returns the same object if there are none", () => {
    const redactor = new Redactor(["sk-live-secret"]);
    const server = { name: "a", authorization_token: "x", input_tokens: 5, password: { type: "string" } };

    expect(redactor.value([{ server, "sk-live-secret": ["sk-live-secret!"] }])).toEqual([
      { server: { ...server, authorization_token: "[redacted]" }, "[redacted]": ["[redacted]!"] },
    ]);
    const clean = { a: [1, "two", { three: null }] };
    expect(redactor.value(clean)).toBe(clean);
  });

  it("P8 handles any depth", () => {
    let deep: unknown = "sk-live-secret";
    for (let depth = 0; depth < 50_000; depth++) deep = [deep];

    expect(JSON.stringify(new Redactor(["sk-live-secret"]).value(deep))).toContain("[redacted]");
  });

  it("P8 leaves no known secret in any value", () => {
    const secret = fc.string({ minLength: 8, maxLength: 30, unit: "grapheme" });
    fc.assert(
      fc.property(secret, fc.jsonValue(), fc.string(), (hidden, value, text) => {
        const others = Array.from({ length: 20 }, (_, index) => `other.secret+${index}(`);
        const redactor = new Redactor(text.length % 2 === 0 ? [hidden] : [hidden, ...others]);
        const shown = redactor.value({ value, list: [text + hidden + text, { [hidden]: hidden }] });
        const texts: string[] = [];
        JSON.stringify(shown, (key, item) => {
          texts.push(key, ...(typeof item === "string" ? [item] : []));
          return item as unknown;
        });
        // The replacement itself may contain what was to be hidden.
        return "[redacted]".includes(hidden) || texts.every((shownText) => !shownText.includes(hidden));
      }),
    );
  });
});

describe("secrets are found", () => {
  it("P8 in headers, with and without their scheme", () => {
    expect(
      secretsInHeaders({ authorization: "Bearer abc", "x-team": "blue", "X-Api-Key": "k", "anthropic-beta": "b-1" }),
    ).toEqual(["Bearer abc", "abc", "k", "k"]);
  });

  it("P8 in environments, arguments and settings", () => {
    expect(secretsInEnvironment({ NODE_ENV: "production", GITHUB_TOKEN: "t", DB: "postgres://u:pw@h/d" })).toEqual(
      expect.arrayContaining(["t", "pw"]),
    );
    expect(secretsInEnvironment({ NODE_ENV: "production", HOME: "/home/user1/of/this/machine" })).toEqual([]);
    expect(secretsInArguments(["-y", "server", "--api-key", "a", "--token=b", "sk-1234567890abcdef"])).toEqual([
      "a",
      "b",
      "sk-1234567890abcdef",
    ]);
    expect(secretsInSettings({ region: "eu-west-1", inner: [{ secretAccessKey: "s" }] })).toEqual(["s"]);
  });

  it.each([
    "sk-ant-api03-Ab3dEf9hIj2k",
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "550e8400-e29b-41d4-a716-44665544000a",
  ])("P8 by the appearance of %s", (text) => {
    expect(secretsInEnvironment({ VALUE: text })).toContain(text);
  });

  it.each([
    "claude-sonnet-4-20250514",
    "context-1m-2025-08-07",
    "gpt-4o-2024-08-06",
    "production-eu-west-1",
    "/usr/lib/x86_64-linux-gnu",
    "1.2.3-beta.4+build.5678",
  ])("P8 not by the appearance of %s", (text) => {
    expect(secretsInEnvironment({ VALUE: text })).toEqual([]);
  });

  it("P8 in URLs: the login, the query and its values", () => {
    const found = secretsInUrl("https://me:p%40ss@host/mcp?key=abc&x=%C3%A4#f");

    expect(found).toEqual(expect.arrayContaining(["me:p@ss", "p@ss", "key=abc&x=%C3%A4", "key=abc&x=ä", "abc"]));
    expect(secretsInUrl("https://host/?model=claude-sonnet-4-20250514")).not.toContain("claude-sonnet-4-20250514");
    expect(shownUrl("https://me:p%40ss@host/mcp?key=abc#f")).toBe("https://host/mcp");
    expect(shownUrl("https://host:8080/v1")).toBe("https://host:8080/v1");
  });

  it.each(["authorization_token", "x-api-key", "apiKey", "AWS_SECRET_ACCESS_KEY", "password", "accessToken"])(
    "P8 by the name %s",
    (name) => expect(isSecretName(name)).toBe(true),
  );

  it.each(["input_tokens", "max_tokens", "keyboard", "model", "tokenizer", "monkey", "key", "signature"])(
    "P8 not by the name %s",
    (name) => expect(isSecretName(name)).toBe(false),
  );
});
