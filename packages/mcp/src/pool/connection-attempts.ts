import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Transport,
  type VersionNegotiationMode,
} from "@modelcontextprotocol/client";
import type { ServerEntry } from "../config/server-entry.ts";
import { modernErrors, modernVersion, type ProtocolEra } from "../wire/protocol-era.ts";
import { httpTransport, sseTransport, stdioTransport, type TransportOptions } from "./open-transports.ts";

/** A transport, and how the protocol version is negotiated over it. */
export interface ConnectionAttempt {
  readonly open: () => Transport;
  readonly mode: VersionNegotiationMode;
  readonly probeMilliseconds: number;
  /** Whether this way may work after the previous one failed with this error. */
  isWorthTryingAfter(error: unknown): boolean;
}

/** What the choice of ways depends on. */
export interface AttemptOptions extends TransportOptions {
  readonly connectMilliseconds: number;
  readonly probeMilliseconds: number;
  readonly knownEra: ProtocolEra | undefined;
}

/**
 * The ways to reach a server, best first. An unknown server is asked `server/discover`, which only modern servers know;
 * one that was legacy before is not asked, because some legacy servers hang or exit on an unknown request.
 */
export function connectionAttempts(entry: ServerEntry, options: AttemptOptions): readonly ConnectionAttempt[] {
  const { connectMilliseconds, knownEra } = options;
  const probeMilliseconds = Math.min(options.probeMilliseconds, connectMilliseconds);
  if (entry.transport === "stdio") {
    const open = () => stdioTransport(entry, options);
    const asked: ConnectionAttempt = { open, mode: "auto", probeMilliseconds, isWorthTryingAfter: () => true };
    const legacy: ConnectionAttempt = { ...asked, mode: "legacy", isWorthTryingAfter: endedWhenAsked };
    // It was too slow to respond in time, or it has changed.
    const modern: ConnectionAttempt = {
      open,
      mode: { pin: modernVersion },
      probeMilliseconds: connectMilliseconds,
      isWorthTryingAfter: isModernOnly,
    };
    return knownEra === "legacy" ? [legacy, modern] : [asked, legacy, modern];
  }
  const sse: ConnectionAttempt = {
    open: () => sseTransport(entry, options),
    mode: "legacy",
    probeMilliseconds,
    isWorthTryingAfter: isRefusedTransport,
  };
  if (entry.transport === "sse") return [sse];
  const asked: ConnectionAttempt = {
    open: () => httpTransport(entry, options),
    mode: "auto",
    // Over HTTP, silence means an outage, not an old server.
    probeMilliseconds: connectMilliseconds,
    isWorthTryingAfter: (error) => isModernOnly(error) || isRefusedTransport(error),
  };
  return knownEra === "legacy" ? [{ ...asked, mode: "legacy" }, asked, sse] : [asked, sse];
}

/**
 * Whether a process exited after it was asked for its protocol; old servers do so on any request before `initialize`.
 */
function endedWhenAsked(error: unknown): boolean {
  if (!(error instanceof SdkError)) return false;
  return error.code === SdkErrorCode.EraNegotiationFailed || error.code === SdkErrorCode.ConnectionClosed;
}

/** Whether a server without sessions rejected `initialize`. */
function isModernOnly(error: unknown): boolean {
  if (error instanceof ProtocolError) return error.code === modernErrors.unsupportedVersion;
  return error instanceof SdkHttpError && String(error.data["text"]).includes(String(modernErrors.unsupportedVersion));
}

function isRefusedTransport(error: unknown): boolean {
  const status = error instanceof SdkHttpError ? error.status : undefined;
  return status !== undefined && status >= 400 && status < 500 && status !== 401 && status !== 403;
}
