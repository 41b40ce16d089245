import { matchesGlob } from "@toolcrib/shared/names";

/** How to format text for a family of models. */
export interface ModelFamily {
  /** Patterns of model names. */
  readonly models: readonly string[];
  /** Where `delta` announcements stand: a reminder in the user's message, or a system message after it. Default: `user`. */
  readonly announceIn?: "user" | "system";
  /** Whether announcements are wrapped in `<system-reminder>`. */
  readonly wrapReminder: boolean;
  /** Whether a message that only loads tools needs a text next to the references. */
  readonly needsTurnBoundary: boolean;
}

/** The families that existing clients distinguish; the first match decides. */
export const defaultModelFamilies: readonly ModelFamily[] = [
  {
    models: ["*claude-sonnet-5-5*", "*claude-opus-5-5*", "*claude-haiku-5-5*"],
    announceIn: "system",
    wrapReminder: false,
    needsTurnBoundary: true,
  },
  { models: ["*claude-sonnet-5*"], announceIn: "system", wrapReminder: true, needsTurnBoundary: true },
  { models: ["*claude-*"], announceIn: "user", wrapReminder: true, needsTurnBoundary: true },
];

/** For unlisted models: every endpoint accepts text in a user message, few accept a system message there. */
const unknownFamily: ModelFamily = { models: ["*"], announceIn: "user", wrapReminder: true, needsTurnBoundary: false };

export function findModelFamily(model: string, families: readonly ModelFamily[]): ModelFamily {
  return families.find(({ models }) => models.some((pattern) => matchesGlob(pattern, model))) ?? unknownFamily;
}
