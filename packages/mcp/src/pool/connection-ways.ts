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

/** A transport, and how the version of the protocol is found over it. */
export interface ConnectionWay {
  readonly open: () => Transport;
  readonly mode: VersionNegotiationMode;
  readonly probeMilliseconds: number;
  /** Whether this way may work where the one before it failed so. */
  isWorthTryingAfter(error: unknown): boolean;
}

/** What decides about the ways. */
export interface WayOptions extends TransportOptions {
  readonly connectMilliseconds: number;
  readonly probeMilliseconds: number;
  readonly knownEra: ProtocolEra | undefined;
}

/**
 * The ways to reach a server, the best first. A server that is not known is asked `server/discover`, which only those of the modern era know;
 * one that was of the legacy era is not asked, since some of them wait for ever or end on a question that they do not know.
 */
export function waysTo(entry: ServerEntry, options: WayOptions): readonly ConnectionWay[] {
  const { connectMilliseconds, knownEra } = options;
  const probeMilliseconds = Math.min(options.probeMilliseconds, connectMilliseconds);
  if (entry.transport === "stdio") {
    const open = () => stdioTransport(entry, options);
    const asked: ConnectionWay = { open, mode: "auto", probeMilliseconds, isWorthTryingAfter: () => true };
    const legacy: ConnectionWay = { ...asked, mode: "legacy", isWorthTryingAfter: endedWhenAsked };
    // It was too slow to be asked in time, or it is no longer what it was.
    const modern: ConnectionWay = {
      open,
      mode: { pin: modernVersion },
      probeMilliseconds: connectMilliseconds,
      isWorthTryingAfter: isModernOnly,
    };
    return knownEra === "legacy" ? [legacy, modern] : [asked, legacy, modern];
  }
  const sse: ConnectionWay = {
    open: () => sseTransport(entry, options),
    mode: "legacy",
    probeMilliseconds,
    isWorthTryingAfter: isRefusedTransport,
  };
  if (entry.transport === "sse") return [sse];
  const asked: ConnectionWay = {
    open: () => httpTransport(entry, options),
    mode: "auto",
    // Over HTTP silence is an outage, not an old server.
    probeMilliseconds: connectMilliseconds,
    isWorthTryingAfter: (error) => isModernOnly(error) || isRefusedTransport(error),
  };
  return knownEra === "legacy" ? [{ ...asked, mode: "legacy" }, asked, sse] : [asked, sse];
}

/** Whether a process ended after it was asked which protocol it speaks; old ones do so on any request before `initialize`. */
function endedWhenAsked(error: unknown): boolean {
  if (!(error instanceof SdkError)) return false;
  return error.code === SdkErrorCode.EraNegotiationFailed || error.code === SdkErrorCode.ConnectionClosed;
}

/** Whether `initialize` was refused by a server that has no sessions. */
function isModernOnly(error: unknown): boolean {
  if (error instanceof ProtocolError) return error.code === modernErrors.unsupportedVersion;
  return error instanceof SdkHttpError && String(error.data["text"]).includes(String(modernErrors.unsupportedVersion));
}

function isRefusedTransport(error: unknown): boolean {
  const status = error instanceof SdkHttpError ? error.status : undefined;
  return status !== undefined && status >= 400 && status < 500 && status !== 401 && status !== 403;
}
