import type { AddCommand } from "../../command-line/command-context.ts";
import { exitCodes } from "../../command-line/exit-codes.ts";
import { createJsonOption } from "../../command-line/options.ts";
import { formatTime } from "../../output/format-time.ts";

interface BackgroundOptions {
  readonly json?: true;
}

const stopHelp = `
Running answers have shutdown.drainSeconds of the config, ten by default, to complete.

Examples:
  toolcrib stop

Exit status:
  0  stopped    1  none was running`;

/** `toolcrib stop`: stops the gateway that runs in the background. */
export const addStopCommand: AddCommand = (program, context) => {
  const { output } = context;
  program
    .command("stop")
    .description("stop the gateway that serve --background started")
    .addOption(createJsonOption())
    .addHelpText("after", stopHelp)
    .action(async ({ json }: BackgroundOptions) => {
      const { stopBackground } = await import("./stop-background.ts");
      const stopped = await stopBackground();
      if (json) output.print(JSON.stringify({ stopped: stopped ?? null }));
      else output.print(stopped === undefined ? "No gateway runs in the background." : `Stopped ${stopped.url}.`);
      if (stopped === undefined) context.exitWith(exitCodes.nothingFound);
    });
};

const statusHelp = `
Examples:
  toolcrib status
  toolcrib status --json

Exit status:
  0  it is running    1  none is running`;

/** `toolcrib status`: shows the gateway that runs in the background. */
export const addStatusCommand: AddCommand = (program, context) => {
  const { output } = context;
  program
    .command("status")
    .description("show the gateway that serve --background started")
    .addOption(createJsonOption())
    .addHelpText("after", statusHelp)
    .action(async ({ json }: BackgroundOptions) => {
      const { findBackgroundGateway } = await import("./background-state.ts");
      const gateway = await findBackgroundGateway();
      if (json) {
        output.print(JSON.stringify({ running: gateway ?? null }));
      } else if (gateway === undefined) {
        output.print("No gateway runs in the background.");
      } else {
        output.print(`Serving at ${gateway.url} since ${formatTime(gateway.startedAt)} (process ${gateway.pid}).`);
        output.print(`  Log     ${gateway.log}`);
      }
      if (gateway === undefined) context.exitWith(exitCodes.nothingFound);
    });
};
