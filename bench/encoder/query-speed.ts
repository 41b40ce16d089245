import { loadEncoder } from "@toolcrib/encoder";

/** Multiplications in the linear layers of the included model for each token. */
const multiplicationsPerToken = 6 * (4 * 384 * 384 + 2 * 384 * 1_536);
/** Each is one word piece, and two more mark the start and the end of a text. */
const words =
  "please find the latest weather report for the city and send it to my team before the meeting today in an email".split(
    " ",
  );
const rounds = 200;

/** Times single queries on one core, by the clock and by the processor's time. */
export async function measureQueries(): Promise<void> {
  const encoder = await loadEncoder({ cacheFolder: null, threads: 0 });
  console.log("| tokens | median ms | best ms | processor ms | GMAC/s of processor time | GMAC/s at best |");
  console.log("|---|---|---|---|---|---|");
  for (const tokens of [8, 16, 24, 40, 64]) {
    const query = Array.from({ length: tokens - 2 }, (_none, index) => words[index % words.length]).join(" ");
    for (let round = 0; round < 20; round++) {
      await encoder.embed([query], "query");
    }
    const times: number[] = [];
    const before = process.cpuUsage();
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      await encoder.embed([query], "query");
      times.push(performance.now() - start);
    }
    const { user, system } = process.cpuUsage(before);
    const processorMs = (user + system) / 1_000 / rounds;
    times.sort((left, right) => left - right);
    const best = times[0] as number;
    const median = times[rounds / 2] as number;
    const speed = (ms: number): string => ((tokens * multiplicationsPerToken) / ms / 1e6).toFixed(1);
    console.log(
      `| ${tokens} | ${median.toFixed(2)} | ${best.toFixed(2)} | ${processorMs.toFixed(2)} | ${speed(processorMs)} | ${speed(best)} |`,
    );
  }
}
