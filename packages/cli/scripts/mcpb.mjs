// Builds `toolcrib.mcpb`, an extension for Claude Desktop and other programs that install MCP bundles: the bundled command
// and a manifest. Usage: npm run mcpb --workspace toolcrib [-- FILE]
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { packExtension } from "@anthropic-ai/mcpb";
import "./bundle.mjs";
import { mcpbManifest } from "./mcpb-manifest.mjs";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const outputPath = resolve(process.env.INIT_CWD ?? ".", process.argv[2] ?? join(packageFolder, "toolcrib.mcpb"));
const manifest = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "toolcrib-mcpb-"));
try {
  for (const name of ["bin", "bundle", "LICENSE"])
    cpSync(join(packageFolder, name), join(folder, name), { recursive: true });
  // The page of the gateway is of no use here.
  rmSync(join(folder, "bundle/studio"), { recursive: true });
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "toolcrib", version: manifest.version, type: "module" }),
  );
  writeFileSync(join(folder, "manifest.json"), `${JSON.stringify(mcpbManifest(manifest), null, 2)}\n`);
  const isPacked = await packExtension({ extensionPath: folder, outputPath, silent: true });
  if (!isPacked) throw new Error("The extension could not be packed: its manifest is not valid.");
  console.log(outputPath);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
