import type { JSX } from "preact";
import { samples } from "../samples/samples.ts";
import type { Studio } from "../studio/studio.ts";

export interface SampleButtonsProps {
  readonly studio: Studio;
  readonly chosen: string | undefined;
}

/** Sample conversations, which need no traffic. */
export function SampleButtons({ studio, chosen }: SampleButtonsProps): JSX.Element {
  return (
    <div class="samples" role="toolbar" aria-labelledby="samples-title">
      <h2 id="samples-title">Samples</h2>
      <div class="sample-buttons">
        {samples.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            class="button small"
            aria-pressed={name === chosen}
            onClick={() => studio.goTo({ page: "flow", chosen: name === chosen ? undefined : `sample:${name}` })}
          >
            {title}
          </button>
        ))}
      </div>
    </div>
  );
}
