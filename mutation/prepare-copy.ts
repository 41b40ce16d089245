import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";

const left = new Set(["node_modules", "dist", "coverage"]);

/**
 * Copies the packages to a folder in which they can be mutated. The copies import each other, not the originals; everything else comes
 * from the project's own node_modules, further up.
 */
export function prepareCopy(project: string, copy: string): void {
  rmSync(copy, { recursive: true, force: true });
  for (const name of ["packages", "scripts", "docs", "package.json", "tsconfig.base.json"]) {
    cpSync(join(project, name), join(copy, name), { recursive: true, filter: (path) => !left.has(basename(path)) });
  }
  const scope = join(copy, "node_modules", "@toolcrib");
  mkdirSync(scope, { recursive: true });
  for (const name of readdirSync(join(project, "node_modules", "@toolcrib"))) {
    const folder = existsSync(join(copy, "packages", name)) ? name : join("adapters", name);
    symlinkSync(join(copy, "packages", folder), join(scope, name));
  }
  for (const name of readdirSync(join(project, "packages"))) {
    const own = join(project, "packages", name, "node_modules");
    if (existsSync(own)) symlinkSync(own, join(copy, "packages", name, "node_modules"));
  }
}
