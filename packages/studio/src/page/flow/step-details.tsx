import { formatCount } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { CopyButton } from "../parts/copy-button.tsx";
import { formatMilliseconds } from "../parts/format.ts";
import { jsonBytes } from "../parts/json-pieces.ts";
import { JsonView } from "../parts/json-view.tsx";
import { readPayload } from "./readable.ts";
import { ReadableView } from "./readable-view.tsx";
import { type Side, SideTabs } from "./side-tabs.tsx";
import { kindOf } from "./step-kind.ts";
import { bothSides, partyNames, type StoryStep } from "./story.ts";

/** What a step carried, in words and as exact protocol data, and both sides of its request. */
export function StepDetails({
  story,
  step,
}: {
  readonly story: readonly StoryStep[];
  readonly step: StoryStep | undefined;
}): JSX.Element {
  const [side, setSide] = useState<Side>("step");
  const [prefersJson, setPrefersJson] = useState(false);
  if (step === undefined) {
    return (
      <section class="details panel" aria-label="Step">
        <p class="quiet">Choose an arrow to see exactly what was sent.</p>
      </section>
    );
  }
  const { clientSent, wentUp } = bothSides(story, step);
  const shown = side === "step" ? step : side === "client" ? clientSent : wentUp;
  return (
    <section class="details panel" aria-label="Step">
      <div class={`details-head kind-${kindOf(step)}`}>
        <h2 class="details-title">
          <span class="numbers">{step.number}.</span> {step.title}
        </h2>
        <p class="quiet">
          {partyNames[step.from]} → {partyNames[step.to]} · after {formatMilliseconds(step.at)}
        </p>
      </div>
      <SideTabs
        current={side}
        sides={[
          { side: "step", label: "This step", isThere: true },
          { side: "client", label: "Client sent", isThere: clientSent !== undefined },
          { side: "up", label: "Went up", isThere: wentUp !== undefined },
        ]}
        onChoose={setSide}
      />
      <div id="step-side" role="tabpanel" aria-labelledby={`side-${side}`} class="details-body">
        {shown === undefined ? (
          <p class="quiet">Nothing of this kind in this request.</p>
        ) : (
          <Payload key={`${side} ${shown.number}`} step={shown} prefersJson={prefersJson} onJson={setPrefersJson} />
        )}
      </div>
    </section>
  );
}

interface PayloadProps {
  readonly step: StoryStep;
  readonly prefersJson: boolean;
  readonly onJson: (prefersJson: boolean) => void;
}

function Payload({ step, prefersJson, onJson }: PayloadProps): JSX.Element {
  if (step.isInferred) {
    return (
      <p class="hint">
        This happens inside the client: it runs the tool, or searches its own catalogue. The gateway sees what comes
        back, in the next request.
      </p>
    );
  }
  if (step.payload === undefined) return <NoPayload step={step} />;
  const parts = readPayload(step.payload);
  const isJson = prefersJson || parts === undefined;
  return (
    <>
      <div class="details-bar">
        <span class="segments">
          {[false, true].map((choice) => (
            <button
              key={String(choice)}
              type="button"
              class="segment"
              aria-pressed={isJson === choice}
              disabled={!choice && parts === undefined}
              onClick={() => onJson(choice)}
            >
              {choice ? "JSON" : "Text"}
            </button>
          ))}
        </span>
        <span class="quiet numbers">{formatCount(jsonBytes(step.payload))} bytes</span>
        <CopyButton label="Copy JSON" text={() => JSON.stringify(step.payload, null, 2)} />
      </div>
      {isJson || parts === undefined ? <JsonView value={step.payload} /> : <ReadableView parts={parts} />}
    </>
  );
}

function NoPayload({ step }: { readonly step: StoryStep }): JSX.Element {
  if (step.trace.flow.some(({ payload }) => payload !== undefined)) {
    return <p class="hint">No data was recorded for this step.</p>;
  }
  return (
    <div class="hint">
      <p>The data of this step was not kept: content capture is off.</p>
      <p>
        To see it, set <code>{`"trace": { "captureContent": true }`}</code> in <code>toolcrib.json</code> and send the
        request again. Message text is then held in the gateway's memory.
      </p>
    </div>
  );
}
