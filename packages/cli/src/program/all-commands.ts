import type { AddCommand } from "../command-line/command-context.ts";
import { addAccessCommand } from "../commands/access/access-command.ts";
import { addApproveCommand } from "../commands/approve/approve-command.ts";
import { addAuditCommand } from "../commands/audit/audit-command.ts";
import { addStatusCommand, addStopCommand } from "../commands/background/background-commands.ts";
import { addCompletionCommand } from "../commands/completion/completion-command.ts";
import { addConnectionsCommand } from "../commands/connections/connections-command.ts";
import { addDemoCommand } from "../commands/demo/demo-command.ts";
import { addDoctorCommand } from "../commands/doctor/doctor-command.ts";
import { addEvalCommand } from "../commands/eval/eval-command.ts";
import { addInitCommand } from "../commands/init/init-command.ts";
import { addInspectCommand } from "../commands/inspect/inspect-command.ts";
import { addKeyCommand } from "../commands/key/key-command.ts";
import { addKeysCommand } from "../commands/keys/keys-command.ts";
import { addLearningCommand } from "../commands/learning/learning-command.ts";
import { addLinksCommand } from "../commands/links/links-command.ts";
import { addLoginCommand } from "../commands/login/login-command.ts";
import { addMcpCommand } from "../commands/mcp/mcp-command.ts";
import { addMigrateCommand } from "../commands/migrate/migrate-command.ts";
import { addQuotasCommand } from "../commands/quotas/quotas-command.ts";
import { addSavingsCommand } from "../commands/savings/savings-command.ts";
import { addSearchCommand } from "../commands/search/search-command.ts";
import { addSecretsCommand } from "../commands/secrets/secrets-command.ts";
import { addServeCommand } from "../commands/serve/serve-command.ts";
import { addSkillsCommand } from "../commands/skills/skills-command.ts";

/**
 * Every command, in the order of the help. A new one is a folder of its own and a line here. What only one command needs is imported when it
 * runs, so that the others start fast.
 */
export const allCommands: readonly AddCommand[] = [
  addDemoCommand,
  addServeCommand,
  addStatusCommand,
  addStopCommand,
  addMcpCommand,
  addInitCommand,
  addLinksCommand,
  addDoctorCommand,
  addInspectCommand,
  addSearchCommand,
  addSkillsCommand,
  addEvalCommand,
  addSavingsCommand,
  addLearningCommand,
  addAuditCommand,
  addQuotasCommand,
  addLoginCommand,
  addApproveCommand,
  addKeyCommand,
  addKeysCommand,
  addAccessCommand,
  addConnectionsCommand,
  addSecretsCommand,
  addMigrateCommand,
  addCompletionCommand,
];
