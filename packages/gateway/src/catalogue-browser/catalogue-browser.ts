import { setTimeout as delay, setImmediate as nextTick } from "node:timers/promises";
import type { Settings, Tool } from "@toolcrib/core";
import { EngineMemory, planRequest } from "@toolcrib/core/engine";
import type { PolicyRule } from "@toolcrib/core/policy";
import { type LintFinding, lintTools, type Tool as SearchableTool, ToolIndex } from "@toolcrib/search";
import { isToolcribError } from "@toolcrib/shared/errors";
import { oncePer } from "../caches/once-per.ts";
import type {
  AdminApiCatalogue,
  AdminApiEdit,
  AdminApiSearchAnswer,
  AdminApiSearchRequest,
} from "../contracts/catalogue-api.ts";
import { rankerNameOf } from "../trace/ranker-name.ts";
import { type PlacedTool, placeTools, type SeenTools } from "./seen-tools.ts";

export interface CatalogueBrowserOptions {
  /** The tools of the gateway's own MCP servers, as they are now; the same array while nothing changed. */
  readonly ownTools: () => readonly Tool[];
  readonly seenTools: SeenTools;
  readonly settings: () => Settings;
  /** The rules that hold whoever calls. */
  readonly policy: () => readonly PolicyRule[];
  /** Milliseconds from any start. */
  readonly clock: () => number;
}

type FindingsByName = ReadonlyMap<string, readonly LintFinding[]>;

const charactersPerToken = 2.5;
/** More would keep the process busy for too long; the command `toolcrib inspect` lints any number. */
const maxLinted = 3_000;
/** After so long the catalogue is answered without the lint; it is there when it is asked for again. */
const maxLintWait = 1_000;

/** The catalogue for people: all tools that the gateway knows, what the lint says, and searches that change nothing. */
export class CatalogueBrowser {
  readonly #options: CatalogueBrowserOptions;
  readonly #index = new ToolIndex();
  #placed:
    | {
        readonly tools: readonly Tool[];
        readonly version: number;
        readonly settings: Settings;
        readonly policy: readonly PolicyRule[];
        readonly placed: readonly PlacedTool[];
      }
    | undefined;
  #lint: { readonly hash: string; readonly findings: Promise<FindingsByName | undefined> } | undefined;
  #edited: { readonly key: string; readonly index: ToolIndex } | undefined;

  constructor(options: CatalogueBrowserOptions) {
    this.#options = options;
  }

  async catalogue(): Promise<AdminApiCatalogue> {
    const placed = this.#placedTools();
    const findings = await this.#findings(placed);
    return {
      hash: this.#index.hash,
      tools: placed.map(({ tool, placement, rule }) => ({
        name: tool.name,
        description: tool.description ?? undefined,
        server: tool.server,
        input_schema: schemaOf(tool),
        tokens: tokensOf(tool),
        placement,
        rule,
        findings: findings === undefined ? undefined : (findings.get(tool.name) ?? []),
      })),
    };
  }

  async search(request: AdminApiSearchRequest): Promise<AdminApiSearchAnswer> {
    const { query, limit, ranker = this.#options.settings().ranker, edits = [] } = request;
    const shownRanker = ranker === undefined ? undefined : rankerNameOf(ranker);
    const placed = this.#placedTools();
    const hidden = new Set(placed.flatMap(({ tool, placement }) => (placement === "hidden" ? [tool.name] : [])));
    const index = edits.length === 0 ? this.#index : this.#indexWith(edits);
    await index.ready();
    const start = this.#options.clock();
    try {
      const answer = await index.search(query, {
        only: (name) => !hidden.has(name),
        ...(limit === undefined ? {} : { limit }),
        ...(ranker === undefined ? {} : { ranker }),
      });
      return {
        query,
        ranker: shownRanker ?? answer.ranker,
        searched: answer.searched,
        matched: answer.matched,
        nearest: answer.nearest,
        hits: answer.hits.map(({ name, score, why }) => ({ name, score, reasons: why })),
        ...(answer.hits.length === 0 ? { miss: answer.summary } : {}),
        milliseconds: this.#options.clock() - start,
      };
    } catch (error) {
      // A pattern that is none is an answer too: who types it is not done yet.
      if (!isToolcribError(error)) throw error;
      const milliseconds = this.#options.clock() - start;
      return { query, ranker: shownRanker ?? "", searched: index.size, hits: [], miss: error.message, milliseconds };
    }
  }

  /** All tools, those of the gateway's own servers first, and the index brought up to date with them. Without a change, no work. */
  #placedTools(): readonly PlacedTool[] {
    const { ownTools, seenTools } = this.#options;
    const settings = this.#options.settings();
    const policy = this.#options.policy();
    const tools = ownTools();
    const { version } = seenTools;
    const known = this.#placed;
    const isKnown = known?.tools === tools && known.version === version;
    if (isKnown && known.settings === settings && known.policy === policy) return known.placed;
    const plan = planRequest({ tools, settings: { ...settings, policy } }, new EngineMemory());
    const own = placeTools({ tools, plan, policy });
    const ownNames = new Set(own.map(({ tool }) => tool.name));
    const placed = [...own, ...seenTools.list().filter(({ tool }) => !ownNames.has(tool.name))];
    this.#index.sync(placed.map(searchable));
    this.#placed = { tools, version, settings, policy, placed };
    return placed;
  }

  /** What the lint says; undefined while it is still at work, and where there are too many tools for it. */
  async #findings(placed: readonly PlacedTool[]): Promise<FindingsByName | undefined> {
    if (placed.length > maxLinted) return undefined;
    const { hash } = this.#index;
    if (this.#lint?.hash !== hash) this.#lint = { hash, findings: lintByName(placed) };
    return Promise.race([this.#lint.findings, delay(maxLintWait, undefined, { ref: false })]);
  }

  /** A copy with other descriptions; the last one is kept, since every ranker asks for the same. */
  #indexWith(edits: readonly AdminApiEdit[]): ToolIndex {
    const key = JSON.stringify([this.#index.hash, edits]);
    if (this.#edited?.key !== key) {
      const index = ToolIndex.fromSnapshot(this.#index.snapshot());
      const descriptions = new Map(edits.map(({ name, description }) => [name, description]));
      const changed = this.#placedTools().filter(({ tool }) => descriptions.has(tool.name));
      index.add(changed.map((placed) => ({ ...searchable(placed), description: descriptions.get(placed.tool.name) })));
      this.#edited = { key, index };
    }
    return this.#edited.index;
  }
}

function searchable({ tool }: PlacedTool): SearchableTool {
  return tool;
}

async function lintByName(placed: readonly PlacedTool[]): Promise<FindingsByName | undefined> {
  const byName = new Map<string, LintFinding[]>();
  try {
    // Requests are answered between the steps: nobody waits because somebody looks at the catalogue.
    const { findings } = await lintTools(placed.map(searchable), { onProgress: () => nextTick() });
    for (const finding of findings) byName.set(finding.tool, [...(byName.get(finding.tool) ?? []), finding]);
    return byName;
  } catch {
    return undefined;
  }
}

function schemaOf(tool: Tool): unknown {
  return tool.input_schema ?? tool.inputSchema;
}

/** From the length, as the engine estimates where nobody counts. */
const tokensOf = oncePer((tool: Tool) => {
  const { name, description } = tool;
  const text = JSON.stringify({ name, description, input_schema: schemaOf(tool) });
  return Math.round(text.length / charactersPerToken);
});
