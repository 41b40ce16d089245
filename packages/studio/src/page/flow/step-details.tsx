import { formatCount } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { CopyButton } from "../parts/copy-button.tsx";
import { formatMilliseconds } from "../parts/format.ts";
import { jsonBytes } from "../parts/json-pieces.ts";
import { JsonView } from "../parts/json-view.tsx";
import { type Side, SideTabs } from "./side-tabs.tsx";
import { bothSides, partyNames, type StoryStep } from "./story.ts";

/** The exact protocol data of a step, and of both sides of its request. */
export function StepDetails({
  story,
  step,
}: {
  readonly story: readonly StoryStep[];
  readonly step: StoryStep | undefined;
}): JSX.Element {
  const [side, setSide] = useState<Side>("step");
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
      <h2 class="details-title">
        <span class="numbers">{step.number}.</span> {step.title}
      </h2>
      <p class="quiet">
        {partyNames[step.from]} → {partyNames[step.to]} · after {formatMilliseconds(step.at)}
      </p>
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
        {shown === undefined ? <p class="quiet">Nothing of this kind in this request.</p> : <Payload step={shown} />}
      </div>
    </section>
  );
}

function Payload({ step }: { readonly step: StoryStep }): JSX.Element {
  if (step.isInferred) {
    return (
      <p class="hint">
        This happens inside the client: it runs the tool, or searches its own catalogue. The gateway sees what comes
        back, in the next request.
      </p>
    );
  }
  if (step.payload === undefined && step.trace.flow.some(({ payload }) => payload !== undefined)) {
    return <p class="hint">No data was recorded for this step.</p>;
  }
  if (step.payload === undefined) {
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
  return (
    <>
      <div class="details-bar">
        <span class="quiet numbers">{formatCount(jsonBytes(step.payload))} bytes of JSON</span>
        <CopyButton label="Copy JSON" text={() => JSON.stringify(step.payload, null, 2)} />
      </div>
      <JsonView key={step.number} value={step.payload} />
    </>
  );
}
