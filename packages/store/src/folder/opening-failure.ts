/** Emscripten's numbers of errors, which differ from those of the system. */
const errorNames: Readonly<Record<number, string>> = {
  2: "EACCES: permission denied",
  29: "EIO: input or output failed",
  33: "EMFILE: too many open files",
  44: "ENOENT: a file is missing",
  51: "ENOSPC: no space left on the disk",
  63: "EPERM: not permitted",
  69: "EROFS: the file system is read-only",
};

/** Why PGlite did not open. It also throws objects that are no errors: with a message, or with the number of an error only. */
export function openingFailure(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null) return String(thrown);
  const { message, name, errno } = thrown as Partial<Record<"message" | "name" | "errno", unknown>>;
  const known = typeof errno === "number" ? (errorNames[errno] ?? `error ${errno} of the file system`) : undefined;
  if (known !== undefined) return known;
  if (typeof message === "string" && message !== "") return message;
  return typeof name === "string" && name !== "" ? name : "PGlite gave no reason";
}
