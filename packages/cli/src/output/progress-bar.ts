import type { Output } from "./console-output.ts";

/** Shows progress; silent without a terminal. */
export interface ProgressBar {
  update(done: number, total: number): void;
  /** Removes the bar. */
  finish(): void;
}

const barWidth = 24;
const minPauseMs = 80;

/** A bar on the last line of standard error. The clock comes in as an argument so that tests are exact. */
export function createProgressBar(
  label: string,
  output: Pick<Output, "showsProgress" | "redraw">,
  now: () => number = () => performance.now(),
): ProgressBar {
  if (!output.showsProgress) {
    return { update: () => {}, finish: () => {} };
  }
  let lastDrawn = Number.NEGATIVE_INFINITY;
  return {
    update(done, total) {
      const time = now();
      // Drawing costs more than a search does: the eye needs about ten pictures a second.
      if (time - lastDrawn >= minPauseMs) {
        lastDrawn = time;
        output.redraw(`${label} ${drawBar(done, total)} ${done} of ${total}`);
      }
    },
    finish() {
      output.redraw("");
    },
  };
}

function drawBar(done: number, total: number): string {
  const filled = total === 0 ? 0 : Math.min(barWidth, Math.round((done / total) * barWidth));
  return "█".repeat(filled) + "░".repeat(barWidth - filled);
}
