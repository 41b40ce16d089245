import assert from "node:assert/strict";
import { test } from "node:test";
import { readCatalogues, readRequests, readToolNames } from "../src/everyday/read-requests.ts";
import { type EverydayRequest, findMistakes } from "../src/everyday/request-file.ts";

const tools = new Map([["mail", new Set(["send", "search"])]]);
const good: EverydayRequest = { server: "mail", tool: "send", request: "write to Jo", style: "terse" };

test("requests that are as they should be have no mistakes", () => {
  const unanswerable: EverydayRequest = { server: "mail", tool: null, request: "boil an egg", style: "unanswerable" };
  assert.deepEqual(findMistakes([{ ...good, not: ["search"] }, unanswerable], tools), []);
});

for (const [what, change] of [
  ["an unknown tool", { tool: "post" }],
  ["an unknown catalogue", { server: "post" }],
  ["an unknown near miss", { not: ["post"] }],
  ["its own tool as a near miss", { not: ["send"] }],
  ["no tool", { tool: null }],
  ["an unknown style", { style: "loud" }],
  ["more than 300 characters", { request: "x".repeat(301) }],
] as const) {
  test(`a request with ${what} is a mistake`, () => {
    assert.equal(findMistakes([{ ...good, ...change }], tools).length > 0, true);
  });
}

test("a request that is there twice is a mistake, whatever its punctuation", () => {
  assert.deepEqual(findMistakes([good, { ...good, request: "Write to Jo!" }], tools), [
    '"Write to Jo!" is there twice',
  ]);
});

test("requests that all open with the same three words are a mistake", () => {
  const requests = Array.from({ length: 5 }, (_, index) => ({ ...good, request: `please send a ${index}` }));
  assert.deepEqual(findMistakes(requests, tools), ['5 requests open with "please send a"']);
});

test("the requests in the repository have no mistakes", () => {
  assert.deepEqual(findMistakes(readRequests(), readToolNames()), []);
});

test("every catalogue states a permissive licence and has no tool twice", () => {
  for (const { server, license, tools: own } of readCatalogues()) {
    assert.match(license, /^(MIT|ISC|Apache-2\.0)$/, server);
    assert.equal(new Set(own.map(({ name }) => name)).size, own.length, server);
  }
});
