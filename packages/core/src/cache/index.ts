export {
  type CacheBreak,
  type CacheBreakCause,
  type CacheDiagnosis,
  type CacheLevel,
  diagnoseCacheBreak,
} from "./cache-break.ts";
export { type CachedRequest, fingerprintRequest, type KnownHashes, type RequestFingerprint } from "./fingerprint.ts";
