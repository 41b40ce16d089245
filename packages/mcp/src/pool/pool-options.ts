import { spawn } from "node:child_process";
import type {
  AuthProvider,
  ClientCapabilities,
  FetchLike,
  Implementation,
  OAuthClientProvider,
} from "@modelcontextprotocol/client";
import { maxToolNameLength } from "@toolcrib/core/tools";
import { type StartTimer, startBackgroundTimer } from "@toolcrib/shared/timers";
import type { RemoteServerEntry, ServerEntry } from "../config/server-entry.ts";
import type { McpError } from "../errors/mcp-error.ts";
import { BackgroundWrites } from "../files/background-writes.ts";
import { ownVersion } from "../own-package/own-version.ts";
import type { TrustGate } from "../trust/trust-gate.ts";
import { defaultRestart, type RestartOptions } from "./backoff.ts";
import type { SpawnProcess } from "./stdio-transport.ts";

/** Gives the tokens for a server. */
export type PoolAuth = OAuthClientProvider | AuthProvider;

/** Options of a pool. */
export interface PoolOptions {
  readonly entries: readonly ServerEntry[];
  /** `lazy`: a server starts on demand. `eager`: all start immediately. Default: `lazy`. */
  readonly start?: "lazy" | "eager";
  /**
   * The folder for cached lists of tools, so that they are known before a server runs; `null` disables it. Default: the
   * user's cache folder.
   */
  readonly cacheFolder?: string | null;
  /** The writer for those lists. Default: the pool's own. */
  readonly writes?: BackgroundWrites;
  /** An older list is read again, however long its server calls it fresh. Default: one day. */
  readonly maxListAgeMilliseconds?: number;
  /** A process that is unused for this long is stopped; 0 keeps it running. Default: 10 minutes. */
  readonly idleMilliseconds?: number;
  /** Time limit for a server to start and list its tools. Default: 60 s. */
  readonly connectMilliseconds?: number;
  /** How long a process may take to report its protocol before it counts as one from before 2026. Default: 5 s. */
  readonly probeMilliseconds?: number;
  /** How long a call may go without a response or progress. Default: 10 minutes. */
  readonly callMilliseconds?: number;
  /** How long a server process may take to exit before it is killed. Default: 2 s. */
  readonly endMilliseconds?: number;
  /** How many servers are started at the same time. Default: 8. */
  readonly concurrentStarts?: number;
  readonly restart?: Partial<RestartOptions>;
  /** After a failure, calls retry the server only after this time. Default: 10 s. */
  readonly retryFailedMilliseconds?: number;
  /** The maximum length of a tool name; less than 64 leaves room for a client's own prefix. */
  readonly maxToolNameLength?: number;
  /** Holds back what differs from its approved version. Default: nothing is held back. */
  readonly trust?: TrustGate;
  /** The client capabilities sent to servers, such as sampling. Default: none. */
  readonly clientCapabilities?: ClientCapabilities;
  /** The client name and version sent to servers. Default: `toolcrib` and the version of this package. */
  readonly clientInfo?: Implementation;
  /** Tokens for remote servers. Default: none; a server that requires a login fails with `authorization_required`. */
  readonly authProvider?: (entry: RemoteServerEntry) => PoolAuth | undefined;
  /** The error for a server that requires a login, or more scope. Default: `authorization_required`. */
  readonly loginWanted?: (entry: RemoteServerEntry, cause: unknown) => McpError;
  readonly fetch?: FetchLike;
  readonly spawn?: SpawnProcess;
  readonly startTimer?: StartTimer;
  readonly now?: () => number;
  readonly random?: () => number;
}

/** The options with defaults applied. */
export interface ResolvedPoolOptions
  extends Required<Omit<PoolOptions, "trust" | "fetch" | "authProvider" | "loginWanted" | "cacheFolder" | "restart">> {
  readonly restart: RestartOptions;
  readonly trust: TrustGate | undefined;
  readonly fetch: FetchLike | undefined;
  readonly authProvider: (entry: RemoteServerEntry) => PoolAuth | undefined;
  readonly loginWanted: PoolOptions["loginWanted"] | undefined;
}

const minute = 60_000;

export function resolvePoolOptions(options: PoolOptions): ResolvedPoolOptions {
  return {
    entries: options.entries,
    start: options.start ?? "lazy",
    maxListAgeMilliseconds: options.maxListAgeMilliseconds ?? 24 * 60 * minute,
    idleMilliseconds: options.idleMilliseconds ?? 10 * minute,
    connectMilliseconds: options.connectMilliseconds ?? minute,
    probeMilliseconds: options.probeMilliseconds ?? 5_000,
    callMilliseconds: options.callMilliseconds ?? 10 * minute,
    endMilliseconds: options.endMilliseconds ?? 2_000,
    concurrentStarts: options.concurrentStarts ?? 8,
    writes: options.writes ?? new BackgroundWrites(),
    restart: { ...defaultRestart, ...options.restart },
    retryFailedMilliseconds: options.retryFailedMilliseconds ?? 10_000,
    maxToolNameLength: options.maxToolNameLength ?? maxToolNameLength,
    trust: options.trust,
    clientCapabilities: options.clientCapabilities ?? {},
    clientInfo: options.clientInfo ?? { name: "toolcrib", version: ownVersion() },
    authProvider: options.authProvider ?? (() => undefined),
    loginWanted: options.loginWanted,
    fetch: options.fetch,
    spawn: options.spawn ?? spawn,
    // The pool's timers never keep a process alive.
    startTimer: options.startTimer ?? startBackgroundTimer,
    now: options.now ?? steadyNow,
    random: options.random ?? Math.random,
  };
}

/** Milliseconds since 1970, based on the clock at process start: later clock changes have no effect. */
const steadyNow = (): number => performance.timeOrigin + performance.now();
