/** `legacy`: up to 2025-11-25, with a session opened by `initialize`. `modern`: since 2026-07-28, stateless. */
export type ProtocolEra = "legacy" | "modern";

/** The first modern version, and the one supported here. */
export const modernVersion = "2026-07-28";

/** The error codes that the modern versions define. */
export const modernErrors = {
  headerMismatch: -32_020,
  missingCapability: -32_021,
  unsupportedVersion: -32_022,
} as const;
