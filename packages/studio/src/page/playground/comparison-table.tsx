import type { JSX } from "preact";
import { Badge } from "../parts/badge.tsx";
import { formatMilliseconds } from "../parts/format.ts";
import { toolName } from "../parts/tool-name.ts";
import type { ComparedTool, Comparison, RankerCell } from "./compared-tools.ts";
import type { RankerResult } from "./use-searches.ts";

export interface ComparisonTableProps {
  readonly results: readonly RankerResult[];
  readonly comparison: Comparison;
  /** The ranker that sorts the table. */
  readonly ranker: string;
  readonly selected: string | undefined;
  readonly describe: (name: string) => string;
  readonly serverOf: (name: string) => string | undefined;
  readonly onRanker: (ranker: string) => void;
  readonly onSelect: (name: string) => void;
}

/** The tools against the rankers: who ranks which tool where. */
export function ComparisonTable(props: ComparisonTableProps): JSX.Element {
  const { results, comparison, ranker, onRanker } = props;
  const span = results.length + 1;
  return (
    <table class="comparison">
      <thead>
        <tr>
          <th scope="col">Tool</th>
          {results.map((result) => (
            <th
              key={result.ranker}
              scope="col"
              class={result.ranker === ranker ? "rank-cell chosen" : "rank-cell"}
              aria-sort={result.ranker === ranker ? "ascending" : undefined}
            >
              <button type="button" class="column-button" onClick={() => onRanker(result.ranker)}>
                {result.ranker}
                <span aria-hidden="true">{result.ranker === ranker ? " ↓" : ""}</span>
              </button>
              <span class="column-note numbers">{result.answer && formatMilliseconds(result.answer.milliseconds)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {comparison.hits.map((tool) => (
          <ToolLine key={tool.name} tool={tool} {...props} />
        ))}
        {comparison.candidates.length > 0 && <GroupLine span={span} words="May be meant: named, not loaded" />}
        {comparison.candidates.map((tool) => (
          <ToolLine key={tool.name} tool={tool} {...props} />
        ))}
      </tbody>
      <tbody class="others">
        {comparison.others.length > 0 && <GroupLine span={span} words={`Not found by ${ranker}`} />}
        {comparison.others.map((tool) => (
          <ToolLine key={tool.name} tool={tool} {...props} />
        ))}
      </tbody>
    </table>
  );
}

function GroupLine({ span, words }: { readonly span: number; readonly words: string }): JSX.Element {
  return (
    <tr class="group-line">
      <th scope="colgroup" colSpan={span}>
        {words}
      </th>
    </tr>
  );
}

function ToolLine({ tool, ...props }: ComparisonTableProps & { readonly tool: ComparedTool }): JSX.Element {
  const { results, ranker, selected, describe, serverOf, onSelect } = props;
  const { server, name } = toolName(tool.name, serverOf(tool.name));
  const isSelected = tool.name === selected;
  const sameAs =
    tool.cells.find((cell, index) => cell !== undefined && results[index]?.ranker === ranker)?.sameAs ?? [];
  return (
    <tr class={isSelected ? "selected" : undefined} data-hit={tool.name}>
      <td class="tool-cell">
        <button type="button" class="hit-name" aria-pressed={isSelected} onClick={() => onSelect(tool.name)}>
          <span class="hidden-text">Explain </span>
          <span class="mono">{name}</span>
        </button>
        {server !== undefined && <span class="chip">{server}</span>}
        <span class="hit-description quiet">{describe(tool.name)}</span>
        {sameAs.length > 0 && (
          <span class="hit-same quiet" data-same>
            <Badge>same</Badge> also as <span class="mono">{sameAs.join(", ")}</span>
          </span>
        )}
      </td>
      {tool.cells.map((cell, index) => (
        <td
          key={results[index]?.ranker}
          class={results[index]?.ranker === ranker ? "rank-cell chosen" : "rank-cell"}
          data-ranker={results[index]?.ranker}
        >
          <RankWords cell={cell} />
        </td>
      ))}
    </tr>
  );
}

function RankWords({ cell }: { readonly cell: RankerCell | undefined }): JSX.Element {
  if (cell === undefined) return <span class="quiet">–</span>;
  if (cell.rank === undefined) return <span class="quiet">named</span>;
  const { change } = cell;
  return (
    <span class="rank-words">
      <span class={cell.rank === 1 ? "rank first numbers" : "rank numbers"}>{cell.rank}</span>
      {change !== undefined && <Badge tone={change.startsWith("down") ? "warning" : "good"}>{change}</Badge>}
    </span>
  );
}
