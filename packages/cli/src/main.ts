import { createConsoleOutput, endQuietlyOnClosedPipe } from "./output/console-output.ts";
import { runProgram } from "./program/run-program.ts";

endQuietlyOnClosedPipe();
// Setting the status instead of leaving lets everything be written that is still under way to a pipe.
process.exitCode = await runProgram(process.argv.slice(2), createConsoleOutput());
