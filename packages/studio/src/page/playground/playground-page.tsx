import type { AdminApiEdit } from "@toolcrib/gateway";
import { formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { seldom, useAnswer } from "../admin/use-answer.ts";
import { EmptyState } from "../parts/empty-state.tsx";
import { placeHash } from "../studio/routes.ts";
import type { Studio } from "../studio/studio.ts";
import { DescriptionEditor } from "./description-editor.tsx";
import { RankerColumn } from "./ranker-column.tsx";
import { recentQueries } from "./recent-queries.ts";
import { TenantChoice } from "./tenant-choice.tsx";
import { useSearches } from "./use-searches.ts";

/** One query, with all rankers side by side. */
export function PlaygroundPage({ studio }: { readonly studio: Studio }): JSX.Element {
  const isReady = studio.store.connection.value.state !== "key-needed";
  const catalogue = useAnswer(studio.client.readCatalogue, isReady, seldom);
  const query = studio.place.value.chosen ?? "";
  const [edit, setEdit] = useState<AdminApiEdit | undefined>();
  const originalOf = (name: string) => catalogue.value?.tools.find((tool) => tool.name === name)?.description ?? "";
  const isChanged = edit !== undefined && edit.description !== originalOf(edit.name);
  const learning = useAnswer(studio.client.readLearning, isReady, seldom);
  const [tenant, setTenant] = useState<string | undefined>();
  const results = useSearches(studio.client, query, { edit: isChanged ? edit : undefined, tenant });
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
        <p class="quiet numbers">
          {count === undefined ? "" : `${formatCountOf(count, "tool")} in the gateway's catalogue`}
        </p>
        <TenantChoice learning={learning.value} tenant={tenant} onChoose={setTenant} />
      </section>
      {edit !== undefined && (
        <DescriptionEditor
          edit={edit}
          original={originalOf(edit.name)}
          onChange={(description) => setEdit({ name: edit.name, description })}
          onClose={() => setEdit(undefined)}
        />
      )}
      {query === "" ? (
        <section class="panel">
          <EmptyState title={count === 0 ? "The gateway has no tools of its own to search" : "Type a query"}>
            {count === 0 ? (
              <p>
                Add MCP servers under <code>mcpServers</code> in <code>toolcrib.json</code>; their tools can be searched
                here before any request is made.
              </p>
            ) : (
              <>
                <p>
                  Every ranker answers at once. Choose a hit to try another description of it and see its rank change.
                </p>
                <RecentQueries studio={studio} />
              </>
            )}
          </EmptyState>
        </section>
      ) : (
        <div class="rankers">
          {results.map((result) => (
            <RankerColumn
              key={result.ranker}
              result={result}
              edited={edit?.name}
              onEdit={(name) => setEdit({ name, description: originalOf(name) })}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** The latest queries of models, as a starting point. */
function RecentQueries({ studio }: { readonly studio: Studio }): JSX.Element | null {
  const queries = useMemo(() => recentQueries(studio.store.traces.value), [studio.store.traces.value]);
  if (queries.length === 0) return null;
  return (
    <>
      <p id="recent-queries">Searched for lately:</p>
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
  );
}
