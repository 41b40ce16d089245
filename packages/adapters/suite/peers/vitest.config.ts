import { join } from "node:path";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import root from "../../../../vitest.config.ts";

const { TOOLCRIB_PEERS: folder = "", TOOLCRIB_PEER_NAMES: names = "" } = process.env;
const swapped = names.split(",");

/** Resolves the frameworks from the folder that has their lowest versions. */
const fromFolder: Plugin = {
  name: "lowest-peers",
  enforce: "pre",
  async resolveId(source) {
    if (!swapped.some((name) => source === name || source.startsWith(`${name}/`))) return null;
    const found = await this.resolve(source, join(folder, "program.js"), { skipSelf: true });
    if (found?.id.startsWith(folder) === true) return found;
    throw new Error(`Expected ${source} in ${folder}, found ${found?.id ?? "nothing"}.`);
  },
};

export default defineConfig({
  ...root,
  root: join(import.meta.dirname, "../../../.."),
  plugins: [fromFolder],
  test: {
    testTimeout: 60_000,
    include: ["packages/adapters/*/test/adapter-suite.test.ts", "packages/adapters/*/sdk-test/*.sdk.ts"],
  },
});
