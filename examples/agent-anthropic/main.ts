import { findFaults } from "./check-report.ts";
import { runExample } from "./run-example.ts";

for (const isStreaming of [false, true]) {
  const report = await runExample(isStreaming);
  console.log(
    `\n${report.tools} tools, ${report.servers} MCP servers from npm and one made up; ${isStreaming ? "streaming" : "not streaming"}\n`,
  );
  console.log("turn  called                                   prompt  of it cached  without deferral");
  for (const [index, turn] of report.turns.entries()) {
    const called = turn.called.join(", ") || "(answers)";
    const tokens = [turn.promptTokens, turn.cachedTokens, turn.tokensWithoutDeferral].map(String);
    console.log(
      `${String(index + 1).padEnd(5)} ${called.padEnd(38)} ${tokens[0]?.padStart(8)} ${tokens[1]?.padStart(13)} ${tokens[2]?.padStart(17)}`,
    );
  }
  console.log(`\n${report.answer}`);
  const faults = findFaults(report);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
