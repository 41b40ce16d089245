import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { rootFolder } from "../../workspace.ts";

/** What a linter found: the rule, and the file as a path relative to the workspace. */
export interface LintFinding {
  readonly file: string;
  readonly rule: string;
}

const copiedFiles = [".oxlintrc.json", "biome.json", ".gitignore", "tsconfig.base.json", "tsconfig.test.json"];

/** A throw-away workspace with this repository's lint settings and the given files. */
export class LintWorkspace {
  readonly #folder: string = mkdtempSync(join(tmpdir(), "toolcrib-lint-"));

  constructor(files: readonly { readonly file: string; readonly source: string }[]) {
    for (const name of copiedFiles) cpSync(join(rootFolder, name), join(this.#folder, name));
    symlinkSync(join(rootFolder, "node_modules"), join(this.#folder, "node_modules"), "junction");
    for (const { file, source } of files) {
      mkdirSync(dirname(join(this.#folder, file)), { recursive: true });
      writeFileSync(join(this.#folder, file), source);
    }
  }

  runOxlint(): LintFinding[] {
    const options = ["--type-aware", "--tsconfig", "tsconfig.test.json", "--format=json", "packages"];
    const report = this.#run("oxlint", options) as { diagnostics: { code: string; filename: string }[] };
    return report.diagnostics.map(({ code, filename }) => ({ file: filename, rule: code }));
  }

  runBiome(): LintFinding[] {
    const options = ["ci", "--reporter=json", "--colors=off", "--max-diagnostics=none", "packages", "bench"];
    const report = this.#run("biome", options) as { diagnostics: { category: string; location: { path: string } }[] };
    return report.diagnostics.map(({ category, location }) => ({ file: location.path, rule: category }));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #run(linter: string, options: readonly string[]): unknown {
    const command = join(this.#folder, "node_modules", ".bin", linter);
    const { stdout, stderr } = spawnSync(command, options, { cwd: this.#folder, encoding: "utf8" });
    try {
      return JSON.parse(stdout) as unknown;
    } catch (cause) {
      throw new Error(`${linter} printed no report:\n${stdout}${stderr}`, { cause });
    }
  }
}
