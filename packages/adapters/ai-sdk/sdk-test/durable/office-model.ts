import { createAnthropic } from "@ai-sdk/anthropic";
import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from "@ai-sdk/provider-utils";
import { wrapLanguageModel } from "ai";
import { crib } from "./office-tools.ts";

type Model = ReturnType<typeof wrapLanguageModel>;

/** A wrapped model that crosses the boundary of a step: only its name is stored, and it is wrapped again on the other side. */
class OfficeModel {
  readonly specificationVersion = "v4" as const;
  readonly provider = "anthropic.messages";
  readonly supportedUrls = {};
  readonly modelId: string;

  constructor(modelId: string) {
    this.modelId = modelId;
  }

  static [WORKFLOW_SERIALIZE]({ modelId }: OfficeModel) {
    return { modelId };
  }

  static [WORKFLOW_DESERIALIZE]({ modelId }: { modelId: string }) {
    return new OfficeModel(modelId);
  }

  #wrapped(): Model {
    const anthropic = createAnthropic({ baseURL: process.env["ANTHROPIC_BASE_URL"] });
    return wrapLanguageModel({ model: anthropic(this.modelId), middleware: crib.middleware });
  }

  doGenerate(options: Parameters<Model["doGenerate"]>[0]) {
    return this.#wrapped().doGenerate(options);
  }

  doStream(options: Parameters<Model["doStream"]>[0]) {
    return this.#wrapped().doStream(options);
  }
}

export function officeModel(): Model {
  return new OfficeModel("claude-sonnet-5-5") as unknown as Model;
}
