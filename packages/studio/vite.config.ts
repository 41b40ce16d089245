import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

export default defineConfig({
  root: fileURLToPath(new URL("src/page", import.meta.url)),
  base: "/studio/",
  resolve: { conditions: ["@toolcrib/source", "module", "browser", "development|production"] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: fileURLToPath(new URL("dist/page", import.meta.url)),
    emptyOutDir: true,
    target: "es2022",
    // A strict policy allows no data: URL and no script but our own files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: "licenses.txt" },
  },
});
