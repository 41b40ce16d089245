import { titlesOfFailedChecks } from "@toolcrib/shared/suites";
import { describe, expect, it } from "vitest";
import { prepareRequest } from "../index.ts";
import { loaderSuite } from "../suites/index.ts";
import { request } from "../testing/fixtures.ts";
import { builtInLoaders, type Loader, loaderNames } from "./index.ts";

describe.each(loaderNames)("the loader %s", (name) => {
  const loader = builtInLoaders[name];

  it("E7 has the name that it is registered under", () => {
    expect(loader.name).toBe(name);
  });

  it.each(loaderSuite(loader))("E7 $title", ({ run }) => run());
});

describe("a loader passed as an object", () => {
  it.each<[string, Partial<Loader>]>([
    ["specification v1", { specificationVersion: "v2" as "v1" }],
    ["a name", { name: "" }],
    ["tools()", { tools: undefined as unknown as Loader["tools"] }],
    ["definitionsIn", { definitionsIn: "nowhere" as "tools" }],
    ["renderReferences()", { definitionsIn: "upstream" }],
  ])("P1 is refused without %s", (expected, broken) => {
    const prepare = () => prepareRequest(request({ settings: { loader: { ...builtInLoaders.append, ...broken } } }));

    expect(prepare).toThrow(expected);
  });

  it("P1 is refused with a wrapper but no renderReferences()", () => {
    const { renderReferences: _render, ...blind } = builtInLoaders.bridge;
    const loader: Loader = { ...blind, definitionsIn: "upstream" };

    expect(() => prepareRequest(request({ settings: { loader } }))).toThrow("together with wrapper()");
  });
});

describe("loaderSuite", () => {
  const { append, bridge } = builtInLoaders;
  let requests = 0;

  it.each<[string, Loader, string]>([
    [
      "sends no found tool",
      { ...append, tools: (question) => append.tools({ ...question, found: { names: [], generation: 0 } }) },
      "makes a found tool callable",
    ],
    [
      "numbers its requests",
      {
        ...append,
        tools: (question) => [...append.tools(question), { name: `request_${requests++}`, input_schema: {} }],
      },
      "gives the same bytes for the same request",
    ],
    ["claims to keep the prefix", { ...append, keepsPrefix: true }, "keeps what was sent before a find"],
    [
      "cannot unwrap its calls",
      {
        ...bridge,
        wrapper: (plan) => {
          const wrapper = bridge.wrapper?.(plan) as NonNullable<ReturnType<NonNullable<Loader["wrapper"]>>>;
          return { ...wrapper, unwrap: (call) => call };
        },
      },
      "sends the wrapper it speaks of, and gives back the call that it wraps, whole and streamed",
    ],
  ])("E7 detects a loader that %s", async (_what, loader, title) => {
    expect(await titlesOfFailedChecks(loaderSuite(loader))).toContain(title);
  });
});
