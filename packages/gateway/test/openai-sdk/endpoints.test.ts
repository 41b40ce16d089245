import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { useOpenAiGateway } from "../../src/testing/openai/openai-gateway.ts";

const start = useOpenAiGateway();
const model = () => [{ type: "text", text: "ok" }];
const bearer = { authorization: "Bearer sk-client" };

/** Every path that the SDK calls, with `x` for its parameters. */
function sdkPaths(): readonly string[] {
  const resources = join(dirname(createRequire(import.meta.url).resolve("openai")), "resources");
  const files = readdirSync(resources, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"));
  const texts = files.map((file) => readFileSync(join(resources, file), "utf8"));
  const paths = texts.flatMap((text) => [...text.matchAll(/[`'](\/[a-z_][^`'?\s]*)/g)].map(([, path]) => path));
  return [...new Set(paths.map((path) => `/v1${path?.replaceAll(/\$\{[^}]*\}/g, "x")}`))].toSorted();
}

const served = new Set([
  "/v1/chat/completions",
  "/v1/models",
  "/v1/models/x",
  "/v1/responses",
  "/v1/responses/x",
  "/v1/responses/x/cancel",
  "/v1/responses/x/input_items",
  "/v1/responses/input_tokens",
]);

describe("every path of the SDK", () => {
  it("is served, or says by name why it is not, in OpenAI's envelope", async () => {
    const { url } = await start(model);
    const paths = sdkPaths();
    expect(paths.length).toBeGreaterThan(150);
    expect(paths).toEqual(expect.arrayContaining([...served]));
    const others = paths.filter((path) => !served.has(path));
    const answers: unknown[] = [];
    for (const path of others) {
      const response = await fetch(`${url}${path}`, { headers: bearer });
      const { error } = (await response.json()) as { error: { message: string; code: string } };
      const isNamed = error.message.startsWith(`${path} is not served by this gateway: `);
      answers.push([path, response.status, error.code, isNamed]);
    }

    expect(answers).toEqual(others.map((path) => [path, 404, "not_found", true]));
  });
});

describe("another method", () => {
  it.each([
    ["GET", "/v1/responses", "POST"],
    ["PUT", "/v1/chat/completions", "POST"],
    ["POST", "/v1/responses/resp_1", "GET, DELETE"],
    ["GET", "/v1/responses/input_tokens", "POST"],
    ["DELETE", "/v1/models/m", "GET"],
  ])("%s at %s is refused with the methods that there are", async (method, path, allowed) => {
    const { url } = await start(model);
    const response = await fetch(`${url}${path}`, { method, headers: bearer });

    expect([response.status, response.headers.get("allow")]).toEqual([405, allowed]);
    expect(await response.json()).toMatchObject({
      error: {
        type: "invalid_request_error",
        code: "method_not_supported",
        message: `${method} is not supported at ${path}, only ${allowed.replace(", ", " and ")}.`,
      },
    });
  });
});
