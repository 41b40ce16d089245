import { describe, expect, it } from "vitest";
import { clientToolOf, flatName, type ToolNames } from "./tool-names.ts";

describe("flatName", () => {
  it("joins a namespace and a name", () => {
    expect(flatName("mcp__desk", "create_ticket")).toBe("mcp__desk__create_ticket");
  });

  it.each([
    ["mcp.desk", "create"],
    ["mcp__desk", "create ticket"],
    ["n".repeat(60), "create_ticket"],
  ])("makes a name that every model takes of %s and %s", (namespace, name) => {
    expect(flatName(namespace, name)).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(flatName(namespace, name)).toBe(flatName(namespace, name));
  });

  it("keeps names apart that only differ in what is replaced or cut off", () => {
    expect(flatName("a.b", "c")).not.toBe(flatName("a_b", "c"));
    expect(flatName("n".repeat(70), "a")).not.toBe(flatName("n".repeat(70), "b"));
  });
});

describe("clientToolOf", () => {
  const names: ToolNames = new Map([
    ["a__x", { kind: "function", name: "x", namespace: "a" }],
    ["a__y", { kind: "function", name: "y", namespace: "a" }],
    ["b__y", { kind: "custom", name: "y", namespace: "b" }],
  ]);

  it.each([
    ["b__y", { kind: "custom", name: "y", namespace: "b" }],
    ["x", { kind: "function", name: "x", namespace: "a" }],
    ["y", { kind: "function", name: "y" }],
    ["constructor", { kind: "function", name: "constructor" }],
  ])("gives %s back as the client knows it", (called, expected) => {
    expect(clientToolOf(called, names)).toEqual(expected);
  });
});
