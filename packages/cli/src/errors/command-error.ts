import { CodedError } from "@toolcrib/shared/errors";
import { type CommandErrorCode, type CommandErrorDetails, errorTable } from "./error-table.ts";

/** Invalid user input: reported without a stack trace. */
export class CommandError<Code extends CommandErrorCode = CommandErrorCode> extends CodedError<
  typeof errorTable,
  Code
> {
  constructor(code: Code, details: CommandErrorDetails<Code>) {
    super(errorTable, code, details);
  }
}
