import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { rootFolder } from "../workspace.ts";
import { manifests } from "./manifests.ts";
import { renderRequirements, requirementsDocument } from "./render-requirements.ts";

writeFileSync(join(rootFolder, requirementsDocument), renderRequirements(manifests));
