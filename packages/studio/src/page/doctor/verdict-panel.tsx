import { formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { Icon } from "../parts/icon.tsx";
import type { Problem } from "./verdict.ts";

/** The answer first: is everything well, and if not, what. */
export function VerdictPanel({
  problems,
  requests,
}: {
  readonly problems: readonly Problem[];
  readonly requests: number;
}): JSX.Element {
  const isSerious = problems.some((problem) => problem.isSerious);
  return (
    <section
      class={`panel verdict ${problems.length === 0 ? "kind-saved" : isSerious ? "kind-error" : "kind-warning"}`}
    >
      <Icon name={problems.length === 0 ? "good" : "error"} />
      <div>
        <h2>
          {problems.length === 0
            ? "Everything works"
            : `${formatCountOf(problems.length, "thing needs", "things need")} attention`}
        </h2>
        <p class="quiet numbers">
          {requests === 0 ? "No request was seen yet." : `Seen in the last ${formatCountOf(requests, "request")}.`}
        </p>
        {problems.length > 0 && (
          <ul class="problems">
            {problems.map(({ text, section, isSerious: isBad }) => (
              <li key={text}>
                <button
                  type="button"
                  class={isBad ? "problem-link problem" : "problem-link"}
                  onClick={() => document.getElementById(`${section}-title`)?.scrollIntoView({ block: "center" })}
                >
                  {text}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
