import { describe, expect, it } from "vitest";
import { demoRequest, standInModel } from "./stand-in-model.ts";

describe("the stand-in", () => {
  const body = { model: "stand-in", max_tokens: 10, tools: [{ name: "ToolSearch" }] };
  const request = { role: "user", content: demoRequest } as const;

  it("identifies itself to other clients", () => {
    const [answer] = standInModel({ ...body, messages: [{ role: "user", content: "Hello" }] }, 1);

    expect(answer).toMatchObject({ type: "text", text: expect.stringContaining("scripted stand-in") });
  });

  it("gives up after a search that found nothing, instead of searching forever", () => {
    const [, search] = standInModel({ ...body, messages: [request] }, 1);
    const messages = [request, { role: "assistant", content: [search] }] as never;
    const [answer] = standInModel({ ...body, messages }, 2);

    expect(search).toMatchObject({ type: "tool_use", name: "ToolSearch" });
    expect(answer).toMatchObject({ type: "text", text: expect.stringContaining("I found no tool") });
  });
});
