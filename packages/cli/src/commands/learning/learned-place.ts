import type { AdminApiLearnedHistory, AdminApiLearning } from "@toolcrib/gateway";
import type { ExportedUsage, UsageHistory } from "@toolcrib/search";
import { askAdmin, type GatewayAddress } from "../../gateway/ask-admin.ts";
import { readHistoryFile } from "../../learning/read-history-file.ts";
import { writeHistoryFile } from "../../learning/write-history-file.ts";

/** What was learned, for people to look at. */
export type Learned = Pick<AdminApiLearnedHistory, "learned" | "preferences">;

/** Where something was learned: a tenant of a running gateway, or a file. */
export interface LearnedPlace {
  inspect(): Promise<Learned>;
  /** Forgets everything, or everything about one tool. */
  reset(tool: string | undefined): Promise<Learned>;
  export(): Promise<ExportedUsage>;
  /** Replaces everything by an export in a file. */
  import(file: string): Promise<Learned>;
}

function learnedIn(history: UsageHistory): Learned {
  return { learned: history.inspect(), preferences: history.preferences() };
}

/** What was learned, in a file. */
export function learnedInFile(file: string): LearnedPlace {
  return {
    inspect: async () => learnedIn(await readHistoryFile(file)),
    reset: async (tool) => {
      const history = await readHistoryFile(file);
      history.reset(tool);
      await writeHistoryFile(file, history);
      return learnedIn(history);
    },
    export: async () => (await readHistoryFile(file)).toJSON(),
    import: async (other) => {
      const history = await readHistoryFile(other);
      await writeHistoryFile(file, history);
      return learnedIn(history);
    },
  };
}

/** What a gateway learned for a tenant. */
export function learnedByGateway(gateway: GatewayAddress, tenant: string): LearnedPlace {
  const place = `tenant=${encodeURIComponent(tenant)}`;
  const ask = async (path: string, init?: RequestInit): Promise<Learned> =>
    (await askAdmin(gateway, `/learning${path}`, init)) as AdminApiLearnedHistory;
  return {
    inspect: () => ask(`/history?${place}`),
    reset: (tool) => {
      const only = tool === undefined ? "" : `&tool=${encodeURIComponent(tool)}`;
      return ask(`/history?${place}${only}`, { method: "DELETE" });
    },
    export: async () => (await askAdmin(gateway, `/learning/export?${place}`)) as ExportedUsage,
    import: async (file) => {
      const body = JSON.stringify(await readHistoryFile(file));
      return ask(`/import?${place}`, { method: "POST", body });
    },
  };
}

/** The tenants of a gateway. */
export async function listTenants(gateway: GatewayAddress): Promise<AdminApiLearning> {
  return (await askAdmin(gateway, "/learning")) as AdminApiLearning;
}
