import { readFileSync } from "node:fs";
import { runStatements } from "../../../packages/store/src/testing/run-statements.ts";

/** Processor time of one search, in milliseconds: unlike the latency, it hardly depends on what else the machine does. */
export interface ProcessorTime {
  readonly here: number;
  /** Of PostgreSQL's processes; null where they cannot be looked at. */
  readonly database: number | null;
}

/** Linux counts in hundredths of a second. */
const millisecondsPerTick = 10;

/** Starts measuring; what it returns gives the time per search since then. */
export async function startProcessorTime(url: string): Promise<(searches: number) => Promise<ProcessorTime>> {
  const here = process.cpuUsage();
  const database = await databaseTime(url);
  return async (searches) => {
    const { user, system } = process.cpuUsage(here);
    const after = await databaseTime(url);
    return {
      here: (user + system) / 1_000 / searches,
      database: database === null || after === null ? null : (after - database) / searches,
    };
  };
}

/** The processor time of the processes that serve our connections, which stay open meanwhile. */
async function databaseTime(url: string): Promise<number | null> {
  const rows = await runStatements(url, "SELECT pid::text FROM pg_stat_activity WHERE application_name = 'toolcrib'");
  try {
    let ticks = 0;
    for (const { pid } of rows) {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
      ticks += Number(fields[11]) + Number(fields[12]);
    }
    return ticks * millisecondsPerTick;
  } catch {
    return null;
  }
}
