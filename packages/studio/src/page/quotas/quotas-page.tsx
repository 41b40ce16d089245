import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { often, useAnswer } from "../admin/use-answer.ts";
import { EmptyState } from "../parts/empty-state.tsx";
import { SearchField } from "../parts/form-fields.tsx";
import type { Studio } from "../studio/studio.ts";
import { LimitVerdict } from "./limit-verdict.tsx";
import { QuotaPanel } from "./quota-panel.tsx";
import { dimensions, filterGroups, nearRows, quotaGroups } from "./quota-rows.ts";

const example = `{ "quotas": [{ "name": "each key", "window": "minute", "requests": 600 }] }`;

/** The limits of the config, what is used of them, and what is near. */
export function QuotasPage({ studio }: { readonly studio: Studio }): JSX.Element {
  const isReady = studio.store.connection.value.state !== "key-needed";
  const { value, problem } = useAnswer(studio.client.readQuotas, isReady, often);
  const [dimension, setDimension] = useState<(typeof dimensions)[number][0]>("");
  const [words, setWords] = useState("");
  const groups = useMemo(() => (value === undefined ? [] : quotaGroups(value)), [value]);
  const shown = filterGroups(groups, dimension, words.trim());
  const now = Date.now();
  if (value?.quotas.length === 0) {
    return (
      <section class="panel">
        <EmptyState
          title={studio.caller.value?.hasQuotas === true ? "Nothing is used yet" : "This gateway has no quotas"}
        >
          <p>Quotas limit requests, tokens, tool calls and money, for each key, team, model or tool:</p>
          <pre class="command">{example}</pre>
        </EmptyState>
      </section>
    );
  }
  return (
    <div class="quotas-page">
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {value === undefined ? (
        <EmptyState title="Reading…" />
      ) : (
        <>
          <LimitVerdict near={nearRows(groups)} counts={value.usage.length} />
          <div class="tools-bar">
            <fieldset class="segments" aria-label="Counted for">
              {dimensions.map(([choice, title]) => (
                <button
                  key={choice}
                  type="button"
                  class="segment"
                  aria-pressed={dimension === choice}
                  onClick={() => setDimension(choice)}
                >
                  {title}
                </button>
              ))}
            </fieldset>
            <SearchField label="Filter quotas" placeholder="Filter by name" value={words} onInput={setWords} />
          </div>
          {shown.length === 0 ? (
            <EmptyState title="No count fits this filter" />
          ) : (
            <div class="quota-panels">
              {shown.map((group) => (
                <QuotaPanel key={group.quota.name} group={group} now={now} />
              ))}
            </div>
          )}
        </>
      )}
    </div>
  );
}
