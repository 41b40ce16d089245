import { loaderNames } from "@toolcrib/core/loaders";
import { rankerNames } from "@toolcrib/search";
import { z } from "zod";
import { policyRuleSchema } from "./access-schemas.ts";
import type { AddedNames } from "./added-names.ts";
import type { GatewaySettings, ToolHandling } from "./gateway-config.ts";

const count = z.int().min(0);

const modelFamily = z.strictObject({
  models: z.array(z.string()).describe("Patterns of model names."),
  wrapReminder: z.boolean().describe("Whether announcements are wrapped in a system-reminder tag."),
  needsTurnBoundary: z.boolean().describe("Whether a message that only loads tools needs a text."),
});

function settingsSchema({ rankers = [] }: AddedNames): z.ZodType<GatewaySettings> {
  const settings = z.strictObject({
    toolSearch: z
      .union([z.string(), z.boolean()], { error: "true, false, auto or auto:N" })
      .optional()
      .describe("When tools are deferred: true, false, auto, or auto:N for N % of the context window."),
    unsupportedModels: z
      .array(z.string())
      .optional()
      .describe("Models that reject references; replaces the built-in list."),
    modelFamilies: z
      .array(modelFamily)
      .optional()
      .describe("How text is formatted for models; replaces the built-in table."),
    contextWindows: z
      .array(z.tuple([z.string(), z.int().positive()]))
      .optional()
      .describe("Pairs of a model pattern and its context window in tokens."),
    defaultContextWindow: z
      .int()
      .positive()
      .optional()
      .describe("The context window of unlisted models. Default: 200000."),
    policy: z.array(policyRuleSchema).optional().describe("Rules that pin, defer or hide tools."),
    searchToolName: z.string().min(1).optional().describe("The name of the search tool. Default: ToolSearch."),
    communicationTools: z
      .array(z.string())
      .optional()
      .describe("Tools through which an agent communicates; they are not deferred."),
    undiscoveredTools: z
      .enum(["deferred", "omitted"])
      .optional()
      .describe(
        "Whether upstreams that take deferred tools get those that are not found yet. Default: deferred for clients that search themselves, otherwise omitted.",
      ),
    announcement: z
      .enum(["list", "none"])
      .optional()
      .describe("For injected search: whether the names of deferred tools are listed in the first message."),
    announcementBudgetTokens: count.optional().describe("The maximum length of announcements. Default: 4000."),
    turnBoundary: z
      .enum(["both", "text", "none"])
      .optional()
      .describe("How messages with references are handled, on models that need it. Default: text."),
    runUnloadedCalls: z
      .boolean()
      .optional()
      .describe("Whether a deferred tool that was not found runs if its arguments are valid. Default: true."),
    ranker: z
      .enum([...rankerNames, ...rankers])
      .optional()
      .describe("How searches are ranked. Default: hybrid."),
    skillWaitMilliseconds: count
      .optional()
      .describe("How long a turn waits for matching skills; 0 shows none. Default: 500."),
  });
  // The engine's settings types do not allow `undefined`; neither does JSON, so the parsed value matches them.
  return settings as unknown as z.ZodType<GatewaySettings>;
}

type OptionalFields<Config> = {
  [Field in keyof Config]-?: z.ZodOptional<z.ZodType<Exclude<Config[Field], undefined>>>;
};

/** How tools are handled: fields of a config and of its routes. */
export function toolHandlingFields(added: AddedNames): OptionalFields<ToolHandling> {
  return {
    loader: z
      .enum(["auto", ...loaderNames, ...(added.loaders ?? [])])
      .optional()
      .describe("How found tools become callable."),
    inject: z
      .enum(["off", "auto", "always"])
      .optional()
      .describe("Whether tools of a client that defers nothing are deferred for it."),
    serverSearch: z
      .enum(["as-named", "hybrid", "upstream"])
      .optional()
      .describe("What answers the API's own search types."),
    programs: z
      .enum(["auto", "javascript", "python", "direct", "upstream"])
      .optional()
      .describe("What runs programs that call tools."),
    injectPrograms: z
      .boolean()
      .optional()
      .describe("Whether the model may write programs in conversations of clients that do not know about them."),
    settings: settingsSchema(added).optional().describe("The engine's settings: mode, threshold, pins and so on."),
  };
}
