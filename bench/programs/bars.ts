import type { JavaScriptResult } from "./engine/javascript.ts";
import type { SuspendedResult } from "./engine/suspended.ts";

export interface Bar {
  readonly name: string;
  readonly limit: number;
  readonly measured: number;
  readonly isMet: boolean;
}

export function judgeBars(javascript: JavaScriptResult, suspended: SuspendedResult): readonly Bar[] {
  const bar = (name: string, limit: number, measured: number): Bar => ({
    name,
    limit,
    measured,
    isMet: measured <= limit,
  });
  const { threadsBefore = 0, threadsWhileWaiting = 0, childProcesses = 0 } = suspended;
  return [
    bar("start of a small program, ms", 5, javascript.start.p50),
    bar("restore, to the end of the program, ms", 2.5, javascript.restore.p50),
    bar("resume end to end (decrypt, unpack, restore), ms", 5, javascript.resume.p50),
    bar("suspended state, kB", 150, Math.round(javascript.sealedBytes / 100) / 10),
    bar(
      `threads and processes of ${suspended.programs} suspended programs`,
      0,
      threadsWhileWaiting - threadsBefore + childProcesses,
    ),
    bar("suspended programs that did not resume", 0, suspended.programs - suspended.resumed),
  ];
}
