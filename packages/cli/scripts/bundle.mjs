// Builds `bundle/`, the code of the published command: our packages and their dependencies in a few files. So the command
// installs as one small package and loads fast. Runs before `npm pack` and `npm publish`, after the build; `npm test` builds one
// in a folder of its own, which it names as the argument.
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { bundledPackages, thirdPartyNotices } from "./third-party-notices.mjs";

const require = createRequire(import.meta.url);
const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const bundleFolder = `${packageFolder}${process.argv[2] ?? "bundle"}`;
const manifest = JSON.parse(readFileSync(`${packageFolder}package.json`, "utf8"));

/**
 * What users install themselves: dependencies, and peers of this package and of those that are bundled, unless they are bundled too.
 * Everything else is bundled.
 */
const ownPackages = Object.keys(manifest.devDependencies).filter((name) => name.startsWith("@toolcrib/"));
const peersOfBundled = ownPackages.flatMap((name) =>
  Object.keys(require(`${name}/package.json`).peerDependencies ?? {}),
);
const installed = [
  ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
  ...peersOfBundled.filter((name) => !ownPackages.includes(name)),
];

function isInstalled(specifier) {
  return (
    specifier.startsWith("node:") || installed.some((name) => specifier === name || specifier.startsWith(`${name}/`))
  );
}

const entry = `${packageFolder}dist/main.js`;
const page = fileURLToPath(new URL("../../studio/dist/page", import.meta.url));
if (!existsSync(entry) || !existsSync(page)) {
  throw new Error("Expected a built repository: run npm run build in its root first.");
}

rmSync(bundleFolder, { recursive: true, force: true });
const bundle = await rolldown({
  input: entry,
  platform: "node",
  external: isInstalled,
  // Some packages have modules for bundlers beside scripts that only Node can load.
  resolve: { mainFields: ["module", "main"] },
  onLog: (level, log) => {
    if (level === "warn" && log.code === "UNRESOLVED_IMPORT") throw new Error(log.message);
  },
});
const { output } = await bundle.write({
  dir: bundleFolder,
  format: "esm",
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  // All in one folder: see src/package-file.ts.
  entryFileNames: "main.js",
  chunkFileNames: "[name]-[hash].js",
});
await bundle.close();
cpSync(page, `${bundleFolder}/studio`, { recursive: true });
const packages = bundledPackages(output.flatMap((chunk) => chunk.moduleIds ?? []));
writeFileSync(`${bundleFolder}/THIRD-PARTY-NOTICES.txt`, thirdPartyNotices(packages));
