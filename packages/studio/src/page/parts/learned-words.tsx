import type { AdminApiLearnedHistory } from "@toolcrib/gateway";
import type { JSX } from "preact";

type LearnedTool = AdminApiLearnedHistory["learned"][number];

const maxWords = 8;
const counts = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });
const weights = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1, signDisplay: "always" });

/** What was learned about one tool: for whom, from how many calls, and which words speak for or against it. */
export function LearnedWords({
  tool,
  histories,
}: {
  readonly tool: string;
  readonly histories: readonly AdminApiLearnedHistory[];
}): JSX.Element | null {
  const known = histories.flatMap(({ tenant, learned }) =>
    learned.filter(({ name }) => name === tool).map((entry) => ({ tenant, entry })),
  );
  if (known.length === 0) return null;
  return (
    <>
      <h3>Learned from calls</h3>
      <ul aria-label="Learned from calls">
        {known.map(({ tenant, entry }, position) => (
          <li key={`${tenant} ${position}`} data-learned={tenant}>
            <span class="mono">{tenant}</span>{" "}
            <span class="quiet numbers">
              {counts.format(entry.calls)} {entry.calls === 1 ? "call" : "calls"}: {wordsOf(entry)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function wordsOf({ words }: LearnedTool): string {
  const listed = words.slice(0, maxWords).map(({ word, weight }) => `${word} ${weights.format(weight)}`);
  return `${listed.join(", ")}${words.length > maxWords ? ", …" : ""}`;
}
