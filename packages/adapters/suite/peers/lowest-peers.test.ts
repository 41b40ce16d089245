import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { lowestPeers } from "./lowest-peers.ts";

it.each(Object.keys(lowestPeers))("tests the lowest versions that %s promises to work with", (adapter) => {
  const manifest = readFileSync(new URL(`../../${adapter}/package.json`, import.meta.url), "utf8");
  const { peerDependencies } = JSON.parse(manifest) as { readonly peerDependencies: Readonly<Record<string, string>> };
  const ranges = Object.keys(peerDependencies).map((name) => [name, `^${lowestPeers[adapter]?.[name]}`]);

  expect(peerDependencies).toEqual(Object.fromEntries(ranges));
});
