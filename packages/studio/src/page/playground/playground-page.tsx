import type { AdminApiEdit } from "@toolcrib/gateway";
import { formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { seldom, useAnswer } from "../admin/use-answer.ts";
import { EmptyState } from "../parts/empty-state.tsx";
import { placeHash } from "../studio/routes.ts";
import type { Studio } from "../studio/studio.ts";
import { compareTools } from "./compared-tools.ts";
import { ComparisonTable } from "./comparison-table.tsx";
import { DescriptionEditor } from "./description-editor.tsx";
import { Explanation } from "./explanation.tsx";
import { rankers } from "./rank-change.ts";
import { recentQueries } from "./recent-queries.ts";
import { TenantChoice } from "./tenant-choice.tsx";
import { useSearches } from "./use-searches.ts";

/** One query against all rankers, and why one of them ranks a tool where it does. */
export function PlaygroundPage({ studio }: { readonly studio: Studio }): JSX.Element {
  const isReady = studio.store.connection.value.state !== "key-needed";
  const isOperator = studio.caller.value?.role === "operator";
  const catalogue = useAnswer(studio.client.readCatalogue, isReady, seldom);
  const query = studio.place.value.chosen ?? "";
  const [ranker, setRanker] = useState<string>(rankers[0] ?? "hybrid");
  const [chosen, setChosen] = useState<string | undefined>();
  const [edit, setEdit] = useState<AdminApiEdit | undefined>();
  const known = useMemo(() => new Map(catalogue.value?.tools.map((tool) => [tool.name, tool])), [catalogue.value]);
  const originalOf = (name: string) => known.get(name)?.description ?? "";
  const isChanged = edit !== undefined && edit.description !== originalOf(edit.name);
  const learning = useAnswer(studio.client.readLearning, isReady && isOperator, seldom);
  const [tenant, setTenant] = useState<string | undefined>();
  const results = useSearches(studio.client, query, { edit: isChanged ? edit : undefined, tenant });
  const comparison = useMemo(() => compareTools(results, ranker), [results, ranker]);
  const result = results.find((one) => one.ranker === ranker);
  const tools = [...comparison.hits, ...comparison.candidates, ...comparison.others];
  // An edit may remove its tool from every list; it stays selected.
  const selected = isChanged ? edit.name : (tools.find(({ name }) => name === chosen) ?? tools[0])?.name;
  const count = catalogue.value?.tools.length;
  return (
    <div class="playground">
      <section class="panel query-panel" aria-label="Query">
        <label class="grow">
          <span class="hidden-text">Query</span>
          <input
            type="search"
            class="query-input"
            placeholder="What a model would ask for: photograph this website, select:NAME, +must word, a pattern…"
            value={query}
            onInput={(event) => {
              const text = event.currentTarget.value;
              studio.goTo({ page: "search", chosen: text === "" ? undefined : text }, "replace");
            }}
          />
        </label>
        <p class="quiet numbers">{count === undefined ? "" : formatCountOf(count, "tool")}</p>
        <TenantChoice learning={learning.value} tenant={tenant} onChoose={setTenant} />
      </section>
      {query === "" ? (
        <section class="panel">
          <StartHere studio={studio} count={count} />
        </section>
      ) : (
        <div class="playground-body">
          <section class="panel results" aria-label="Results">
            <div class="segments ranker-choice">
              {results.map((one) => (
                <button
                  key={one.ranker}
                  type="button"
                  class="segment"
                  aria-pressed={one.ranker === ranker}
                  onClick={() => setRanker(one.ranker)}
                >
                  {one.ranker}
                </button>
              ))}
            </div>
            {result?.problem !== undefined && <p class="problem">{result.problem}</p>}
            {result?.answer !== undefined && (
              <p class="quiet numbers" data-summary={ranker}>
                {comparison.hits.length === 0
                  ? `${ranker}: ${result.answer.miss ?? "Nothing matched."}`
                  : `${ranker}: ${formatCountOf(comparison.hits.length, "hit")}${matchedWords(result.answer.matched, comparison.hits.length)} of ${result.answer.searched} searched`}
              </p>
            )}
            {result?.answer?.semantic === "building" && (
              <p class="quiet">The embedder is still computing vectors; until then this is what requests get, too.</p>
            )}
            {tools.length > 0 && (
              <ComparisonTable
                results={results}
                comparison={comparison}
                ranker={ranker}
                selected={selected}
                describe={originalOf}
                serverOf={(name) => known.get(name)?.server}
                onRanker={setRanker}
                onSelect={(name) => {
                  setChosen(name);
                  setEdit(undefined);
                }}
              />
            )}
          </section>
          {selected !== undefined && (
            <section class="panel why" aria-label="Tool">
              <h2 class="mono details-title">{selected}</h2>
              <DescriptionEditor
                edit={isChanged ? edit : { name: selected, description: originalOf(selected) }}
                original={originalOf(selected)}
                onChange={(description) => setEdit({ name: selected, description })}
              />
              {result !== undefined && <Explanation name={selected} result={result} />}
            </section>
          )}
        </div>
      )}
    </div>
  );
}

function matchedWords(matched: number | undefined, shown: number): string {
  return matched === undefined || matched <= shown ? "" : ` of ${matched} that matched,`;
}

/** What to do before there is a query: the latest queries of models, as a starting point. */
function StartHere({ studio, count }: { readonly studio: Studio; readonly count: number | undefined }): JSX.Element {
  const traces = studio.store.traces.value;
  const queries = useMemo(() => recentQueries(traces), [traces]);
  if (count === 0) {
    return (
      <EmptyState title="The gateway has no tools of its own to search">
        <p>
          Add MCP servers under <code>mcpServers</code> in <code>toolcrib.json</code>; their tools can be searched here
          before any request is made. Tools of clients appear after a request, for Claude Code with{" "}
          <code>ENABLE_TOOL_SEARCH=true</code>.
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Type a query">
      <p>Every ranker answers at once. Choose a tool to see why it ranks where it does, and try another description.</p>
      {queries.length > 0 && (
        <>
          <p id="recent-queries">Recent searches:</p>
          <ul class="recent-queries" aria-labelledby="recent-queries">
            {queries.map((query) => (
              <li key={query}>
                <a class="button small" href={placeHash({ page: "search", chosen: query })}>
                  {query}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </EmptyState>
  );
}
