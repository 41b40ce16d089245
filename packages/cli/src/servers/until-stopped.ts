/** Resolves with the signal that asks the process to end. A second one ends it at once. */
export function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    // On Windows, Ctrl+Break is the signal that a parent can send.
    for (const signal of [
      "SIGINT",
      "SIGTERM",
      ...(process.platform === "win32" ? (["SIGBREAK"] as const) : []),
    ] as const) {
      process.once(signal, () => {
        resolve(signal);
        process.once(signal, () => process.exit(130));
      });
    }
  });
}
