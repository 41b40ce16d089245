import { expect, it } from "vitest";
import { probeUpstream } from "./probe-upstream.ts";

const upstream = { url: "http://127.0.0.1:1", model: "m", apiKey: undefined };

it.each(["anthropic", "openai-chat", "openai-responses"])("checks upstreams that speak %s", async (dialect) => {
  expect(await probeUpstream({ ...upstream, dialect })).toMatchObject([
    { state: "problem", says: expect.stringContaining("does not answer") },
  ]);
});

it("says that it cannot check an upstream of a dialect that it does not know", async () => {
  expect(await probeUpstream({ ...upstream, dialect: "morse" })).toMatchObject([
    { state: "note", says: expect.stringContaining("cannot check upstreams that speak morse") },
  ]);
});
