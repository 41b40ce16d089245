import { describe, expect, it } from "vitest";
import { prepareRequest } from "../index.ts";
import { loaderSuite } from "../suites/index.ts";
import { request } from "../testing/fixtures.ts";
import { builtInLoaders, type Loader, loaderNames } from "./index.ts";

describe.each(loaderNames)("the loader %s", (name) => {
  const loader = builtInLoaders[name];

  it("E7 is known by its own name", () => {
    expect(loader.name).toBe(name);
  });

  it.each(loaderSuite(loader))("E7 $title", ({ run }) => run());
});

describe("a loader that is given as an object", () => {
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

  it("P1 is refused with a wrapper and no way to show what it calls", () => {
    const { renderReferences: _render, ...blind } = builtInLoaders.bridge;
    const loader: Loader = { ...blind, definitionsIn: "upstream" };

    expect(() => prepareRequest(request({ settings: { loader } }))).toThrow("beside wrapper()");
  });
});
