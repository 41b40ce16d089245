import { callersIn, programCallerType } from "../../../../../inner-form/program-parts.ts";
import { type Fields, listAt, optional, present, recordAt, stringAt } from "../../../shared/read-values.ts";

/** What a tool says about programs, in the inner form. */
export interface ProgramFields {
  readonly allowed_callers?: readonly string[];
  readonly output_schema?: unknown;
}

export function programFieldsAt(entry: Fields, field: string): ProgramFields {
  return present({
    allowed_callers: callersAt(entry["allowed_callers"], `${field}.allowed_callers`),
    output_schema: optional(entry["output_schema"], `${field}.output_schema`, recordAt),
  });
}

/** Who may call a tool, in the inner form; undefined if the model may. */
export function callersAt(value: unknown, field: string): readonly string[] | undefined {
  const callers = optional(value, field, listAt)?.map((caller, position) => stringAt(caller, `${field}[${position}]`));
  if (callers === undefined || callers.length === 0) return undefined;
  return callers.map((caller) => (caller === "programmatic" ? programCallerType : caller));
}

export function isForProgramsOnly({ allowed_callers: callers }: ProgramFields): boolean {
  return !callersIn(callers).includes("direct");
}
