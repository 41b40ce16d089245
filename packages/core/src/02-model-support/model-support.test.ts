import { describe, expect, it } from "vitest";
import { prepareRequest } from "../index.ts";
import { publishedHaikuRule } from "../settings/index.ts";
import { request } from "../testing/fixtures.ts";

const reasonFor = (model: string, unsupportedModels?: readonly string[]) =>
  prepareRequest(request({ model, settings: unsupportedModels === undefined ? {} : { unsupportedModels } })).gate
    .reason;

describe("model support", () => {
  it.each(["claude-3-haiku-20240307", "claude-3-5-sonnet-latest", "anthropic.claude-3-opus-v1:0", "claude-2.1"])(
    "E2.3 denies %s",
    (model) => {
      expect(reasonFor(model)).toBe("model_unsupported");
    },
  );

  it.each(["claude-sonnet-4-5", "claude-haiku-4-5-20251001", "my-local-model", "gpt-4o", "qwen3-haiku"])(
    "E2.3 treats %s as supported",
    (model) => {
      expect(reasonFor(model)).toBe("on");
    },
  );

  it("E2.3 follows a list that was replaced, such as the published rule", () => {
    expect(reasonFor("claude-haiku-4-5", publishedHaikuRule)).toBe("model_unsupported");
    expect(reasonFor("claude-3-haiku", [])).toBe("on");
  });

  it.each([
    ["haiku", "claude-HAIKU-4-5", true],
    ["Haiku", "claude-haiku-4-5", true],
    ["haiku", "claude-sonnet-4-5", false],
    [" haiku ", "claude-haiku-4-5", true],
    ["claude-haiku*", "claude-haiku-4-5", true],
    ["haiku*", "claude-haiku-4-5", false],
    ["claude-?aiku-4-5", "claude-haiku-4-5", true],
    ["", "claude-haiku-4-5", false],
    [" ", "claude-haiku-4-5", false],
  ])("E2.3 denies by %j the model %s: %s", (pattern, model, isDenied) => {
    expect(reasonFor(model, [pattern])).toBe(isDenied ? "model_unsupported" : "on");
  });

  it("E2.3 applies only to loaders with references", () => {
    const settings = { loader: "bridge" } as const;

    expect(prepareRequest(request({ model: "claude-3-haiku", settings })).gate.reason).toBe("on");
  });
});
