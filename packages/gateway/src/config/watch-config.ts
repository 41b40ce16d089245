import type { EventEmitter } from "node:events";
import { watch } from "node:fs";
import { basename, dirname } from "node:path";
import { type StartTimer, startBackgroundTimer, type Timer } from "@toolcrib/shared/timers";

export interface WatchOptions {
  readonly file: string;
  /** Told when the file may have changed. */
  readonly onChange: () => void;
  /** Where `SIGHUP` comes from. Default: the process. */
  readonly signals?: Pick<EventEmitter, "on" | "off"> | undefined;
  readonly startTimer?: StartTimer | undefined;
}

const quietMilliseconds = 100;

/**
 * Watches a config file, and listens to `SIGHUP`. The folder is watched and not the file, since editors put a new file in its place;
 * several events of one save are told as one. Returns what ends it.
 */
export function watchConfig({
  file,
  onChange,
  signals = process,
  startTimer = startBackgroundTimer,
}: WatchOptions): () => void {
  let timer: Timer | undefined;
  const onEvent = (): void => {
    timer?.stop();
    timer = startTimer(quietMilliseconds, onChange);
  };
  const watcher = watch(dirname(file), { persistent: false }, (_event, name) => {
    if (name === null || name === basename(file)) onEvent();
  });
  // A folder that goes away is no reason to stop; SIGHUP still works.
  watcher.on("error", () => {});
  signals.on("SIGHUP", onChange);
  return () => {
    timer?.stop();
    watcher.close();
    signals.off("SIGHUP", onChange);
  };
}
