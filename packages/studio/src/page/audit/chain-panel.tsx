import { formatCount, formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { CopyButton } from "../parts/copy-button.tsx";
import { TextField } from "../parts/form-fields.tsx";
import { Icon } from "../parts/icon.tsx";
import type { Studio } from "../studio/studio.ts";
import { type ChainState, endOf } from "./chain-state.ts";
import { useVerification } from "./use-verification.ts";

const maxProblems = 5;

export interface ChainPanelProps {
  readonly studio: Studio;
  readonly isReady: boolean;
  /** Whether the gateway signs checkpoints. */
  readonly isSigned: boolean;
}

/** Whether every line is there and unchanged. */
export function ChainPanel({ studio, isReady, isSigned }: ChainPanelProps): JSX.Element {
  const [publicKey, setPublicKey] = useState("");
  const { state, problem } = useVerification(studio, isReady, publicKey);
  const problems = state?.problems ?? [];
  const isBad = problems.length > 0 || problem !== undefined;
  const isDone = state?.isAtEnd === true && !isBad;
  const hasUnknownKey = problems.some((one) => one.problem.includes("unknown key"));
  const last = endOf(state);
  return (
    <section
      class={`panel verdict chain ${isBad ? "kind-error" : isDone ? "kind-saved" : "kind-plain"}`}
      aria-label="The chain"
      data-chain={isBad ? "broken" : isDone ? "complete" : "reading"}
    >
      <Icon name={isBad ? "error" : isDone ? "good" : "audit"} />
      <div class="chain-words">
        <h2>{titleOf(state, problem)}</h2>
        <p class="quiet numbers">{factsOf(state, isSigned)}</p>
        {problem !== undefined && <p class="problem">{problem}</p>}
        {problems.length > 0 && (
          <ul class="chain-problems">
            {problems.slice(0, maxProblems).map((one) => (
              <li key={one.problem}>{one.problem}</li>
            ))}
            {problems.length > maxProblems && <li>{formatCount(problems.length - maxProblems)} more</li>}
          </ul>
        )}
        {(hasUnknownKey || publicKey !== "") && (
          <TextField label="Earlier public key" value={publicKey} onInput={setPublicKey} placeholder="MCowBQYDK2Vw…" />
        )}
      </div>
      {last !== undefined && (
        <div class="chain-end">
          <p class="quiet">Last line</p>
          <p class="mono numbers">
            {state?.last} · {state?.lastHash?.slice(0, 12)}…
          </p>
          <CopyButton label="Copy for --known" text={() => last} />
        </div>
      )}
    </section>
  );
}

function titleOf(state: ChainState | undefined, problem: string | undefined): string {
  if (state !== undefined && state.problems.length > 0) return "The log was changed";
  if (problem !== undefined) return "The log cannot be verified";
  if (state === undefined || !state.isAtEnd) return "Verifying the log…";
  return state.lines === 0 ? "The log is empty" : "The log is complete and unchanged";
}

function factsOf(state: ChainState | undefined, isSigned: boolean): string {
  if (state === undefined || state.lines === 0) return "Each line holds the hash of the line before it.";
  const { lines, signedCheckpoints, unsignedLines, lostCalls } = state;
  const facts = [
    formatCountOf(lines, "line"),
    signedCheckpoints === 0
      ? isSigned
        ? "not signed yet"
        : "checkpoints are not signed, because the gateway has no key for it"
      : `${formatCountOf(signedCheckpoints, "signed checkpoint")}, ${unsignedLines === 0 ? "every line signed" : `${formatCountOf(unsignedLines, "line")} since the last`}`,
    ...(lostCalls > 0 ? [`${formatCountOf(lostCalls, "call")} not written while the store was down`] : []),
  ];
  return `${facts.join("; ")}.`;
}
