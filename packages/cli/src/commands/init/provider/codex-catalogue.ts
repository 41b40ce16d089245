import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { isRecord } from "@toolcrib/shared/json";
import { CommandError } from "../../../errors/command-error.ts";

const maxCatalogueBytes = 64 * 2 ** 20;
const maxSeconds = 20;

/**
 * A catalogue for `model_catalog_json` in which Codex searches MCP tools itself for this model. Its fields and prompts change with each
 * version of Codex, so the entry is a copy of one that the installed Codex has.
 */
export async function createCatalogue(model: string): Promise<string> {
  const models = await listOwnModels();
  const example = models.find(searchesInPlainTools);
  if (example === undefined) {
    throw new CommandError("codex_not_found", { received: "a version without a model that searches tools" });
  }
  const others = models.filter(({ slug }) => slug !== model);
  return `${JSON.stringify({ models: [...others, describeModel(model, example)] }, null, 2)}\n`;
}

/** Models in code mode, and those of the lite form, get no tools that another model could use. */
function searchesInPlainTools(entry: Record<string, unknown>): boolean {
  const mode = entry["tool_mode"] ?? "direct";
  return entry["supports_search_tool"] === true && entry["use_responses_lite"] !== true && mode === "direct";
}

/** What holds for any model; what only OpenAI offers is left out. */
function describeModel(model: string, example: Record<string, unknown>): Record<string, unknown> {
  return {
    ...example,
    slug: model,
    display_name: model,
    description: "Through Toolcrib.",
    additional_speed_tiers: [],
    service_tiers: [],
    upgrade: null,
    input_modalities: ["text", "image"],
  };
}

async function listOwnModels(): Promise<readonly Record<string, unknown>[]> {
  try {
    const { stdout } = await promisify(execFile)("codex", ["debug", "models", "--bundled"], {
      maxBuffer: maxCatalogueBytes,
      timeout: maxSeconds * 1000,
      // On Windows npm installs a command file, which only a shell can start. The arguments are constants.
      shell: process.platform === "win32",
    });
    const catalogue: unknown = JSON.parse(stdout);
    const models = isRecord(catalogue) && Array.isArray(catalogue["models"]) ? catalogue["models"] : [];
    return models.filter(isRecord);
  } catch (error) {
    const { code } = error as { code?: unknown };
    const isMissing = code === "ENOENT";
    throw new CommandError("codex_not_found", { received: isMissing ? "none" : "one that does not list its models" });
  }
}
