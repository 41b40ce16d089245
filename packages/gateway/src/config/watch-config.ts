import type { EventEmitter } from "node:events";
import { watch } from "node:fs";
import { basename, dirname } from "node:path";
import { type StartTimer, startBackgroundTimer, type Timer } from "@toolcrib/shared/timers";

export interface WatchOptions {
  readonly file: string;
  /** Called when the file may have changed. */
  readonly onChange: () => void;
  /** The source of `SIGHUP`. Default: the process. */
  readonly signals?: Pick<EventEmitter, "on" | "off"> | undefined;
  readonly startTimer?: StartTimer | undefined;
}

const quietMilliseconds = 100;
/** Kubernetes replaces the files of a ConfigMap by a link of this name, and leaves theirs alone. */
const mountedLink = "..data";

/**
 * Watches a config file, and listens for `SIGHUP`. It watches the folder and not the file, because editors replace the
 * file; several events of one save are reported once. Returns a function that stops it.
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
    if (name === null || name === basename(file) || name === mountedLink) onEvent();
  });
  // If the folder is removed, keep running: SIGHUP still works.
  watcher.on("error", () => {});
  signals.on("SIGHUP", onChange);
  return () => {
    timer?.stop();
    watcher.close();
    signals.off("SIGHUP", onChange);
  };
}
