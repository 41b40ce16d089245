import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readJsonLines } from "../files/json-lines.ts";
import type { EverydayRequest, ToolNames } from "./request-file.ts";

const everydayFolder = join(import.meta.dirname, "..", "..", "everyday");

/** A catalogue that requests are written for. */
export interface Catalogue {
  readonly server: string;
  readonly package: string;
  readonly version: string;
  readonly license: string;
  readonly repository: string | null;
  readonly tools: readonly { readonly name: string; readonly description: string; readonly args: readonly string[] }[];
}

export function readCatalogues(): Catalogue[] {
  const folder = join(everydayFolder, "catalogues");
  return filesIn(folder, ".json").map((path) => JSON.parse(readFileSync(path, "utf8")) as Catalogue);
}

export function readToolNames(): ToolNames {
  return new Map(readCatalogues().map(({ server, tools }) => [server, new Set(tools.map(({ name }) => name))]));
}

/** All requests, file by file. */
export function readRequests(): EverydayRequest[] {
  return filesIn(join(everydayFolder, "requests"), ".jsonl").flatMap((path) => readJsonLines<EverydayRequest>(path));
}

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .toSorted()
    .map((name) => join(folder, name));
}
