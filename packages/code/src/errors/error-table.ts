import type { ErrorDetails } from "@toolcrib/shared/errors";

/**
 * Every error this package can throw: what is wrong, with `{names}` for the details, and what to do about it.
 * `docs/errors.md` holds the same table; a test compares the two.
 */
export const errorTable = {
  engine_not_installed: {
    message: "Programs cannot run: expected the package {package}, got {received}.",
    remedy: "Install it next to @toolcrib/code; it is an optional peer dependency.",
  },
  engine_failed: {
    message: "The program engine cannot start: {reason}.",
    remedy: "Use a runtime with WebAssembly and worker threads, such as Node 20, and reinstall the engine's package.",
  },
  sandbox_busy: {
    message: "Too many programs are waiting for a thread: expected at most {limit}.",
    remedy: "Try again later, or raise the number of threads or the length of the queue.",
  },
  sandbox_closed: {
    message: "The sandbox is closed.",
    remedy: "Create a new sandbox.",
  },
  invalid_program: {
    message: "The program cannot be started: expected {expected}, got {received}.",
    remedy: "Correct the options of the program.",
  },
  invalid_result: {
    message: "The program cannot continue with these results: expected {expected}, got {received}.",
    remedy: "Pass at most one result, with a value or an error, for each call that the program is waiting for.",
  },
  invalid_program_snapshot: {
    message: "The snapshot of a program cannot be read: expected {expected}, got {received}.",
    remedy: "Start the program again.",
  },
  other_engine: {
    message: "The snapshot belongs to another engine: expected {expected}, got {received}.",
    remedy: "Resume it with the version that suspended it, or start the program again.",
  },
  program_not_repeated: {
    message: "Replaying the program gave another result than its first run.",
    remedy: "Start the program again.",
  },
  snapshot_rejected: {
    message: "The suspended program is not accepted: it was modified, or belongs to another caller or key.",
    remedy: "Start the program again.",
  },
  snapshot_expired: {
    message: "The suspended program expired at {expired}.",
    remedy: "Start the program again.",
  },
  invalid_seal_key: {
    message: "The key for suspended programs is not usable: expected {expected}, got {received}.",
    remedy: "Create one with: openssl rand -base64 32",
  },
} as const;

/** The codes of the errors that this package can throw. */
export type CodeErrorCode = keyof typeof errorTable;

/** The values in an error's message, as plain data. */
export type CodeErrorDetails<Code extends CodeErrorCode = CodeErrorCode> = ErrorDetails<typeof errorTable, Code>;
