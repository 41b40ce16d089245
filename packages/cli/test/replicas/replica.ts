import { onTestFinished } from "vitest";
import { type RunningCommand, startToolcrib } from "../../src/testing/run-toolcrib.ts";
import type { createTemporaryFiles } from "../../src/testing/temporary-files.ts";

/** A process of the built command. */
export interface Replica {
  readonly url: string;
  readonly command: RunningCommand;
}

/** Starts replicas with homes of their own. */
export function createReplicas({ folder }: ReturnType<typeof createTemporaryFiles>): {
  start(options: readonly string[], more?: Readonly<Record<string, string>>): Promise<Replica>;
} {
  const environment = { HOME: folder, XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder };
  return {
    start: async (options, more = {}) => {
      const command = startToolcrib(["serve", "--port", "0", ...options], {
        environment: { ...environment, ...more },
        folder,
      });
      onTestFinished(() => command.signal("SIGKILL"));
      const [, url = ""] = await command.saw(/(http:\/\/127\.0\.0\.1:\d+)/);
      return { url, command };
    },
  };
}
