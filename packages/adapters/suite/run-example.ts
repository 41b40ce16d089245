import { vi } from "vitest";
import { createStrictProvider, type Move, type StrictProvider, type Wire } from "./strict-provider.ts";

/** What an example printed, and the model that it talked to. */
export interface ExampleRun {
  readonly output: string;
  readonly provider: StrictProvider;
}

/** Runs a program in this process, with a scripted model behind `fetch`. */
export async function runExample(program: URL, wire: Wire, moves: readonly Move[]): Promise<ExampleRun> {
  const provider = createStrictProvider(wire, moves);
  const printed: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((...texts: unknown[]) => void printed.push(texts.join(" ")));
  vi.stubGlobal("fetch", provider.fetch);
  vi.stubEnv("ANTHROPIC_API_KEY", "none");
  vi.stubEnv("OPENAI_API_KEY", "none");
  vi.stubEnv("GEMINI_API_KEY", "none");
  try {
    await import(/* @vite-ignore */ program.href);
  } finally {
    log.mockRestore();
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  }
  return { output: printed.join("\n"), provider };
}
