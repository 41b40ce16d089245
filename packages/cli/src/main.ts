import { exitCodes } from "./command-line/exit-codes.ts";
import { takeCommandWords } from "./commands/background/command-words.ts";
import { createConsoleOutput, endQuietlyOnClosedPipe, everythingWritten } from "./output/console-output.ts";
import { runProgram } from "./program/run-program.ts";

endQuietlyOnClosedPipe();
// Setting the status instead of leaving lets everything be written that is still under way to a pipe.
process.exitCode = await runProgram(takeCommandWords(), createConsoleOutput());
if (process.exitCode === exitCodes.mistake || process.exitCode === exitCodes.fault) {
  // What failed may have left something behind that keeps the process alive, such as a database that opened only half.
  await everythingWritten();
  process.exit();
}
