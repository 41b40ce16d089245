import { afterAll, beforeAll, describe } from "vitest";
import { describeAccess } from "./suites/access.ts";
import { describeAccessPage } from "./suites/access-page.ts";
import { describeAccessibility } from "./suites/accessibility.ts";
import { describeAuditAndQuotas } from "./suites/audit-and-quotas.ts";
import { describeBudgetPage } from "./suites/budget-page.ts";
import { describeBuiltPage } from "./suites/built-page.ts";
import { describeCataloguePage } from "./suites/catalogue-page.ts";
import { describeDoctorPage } from "./suites/doctor-page.ts";
import { describeFlowPage } from "./suites/flow-page.ts";
import { describeHostileText } from "./suites/hostile-text.ts";
import { describeKeys } from "./suites/keys.ts";
import { describeLearning } from "./suites/learning.ts";
import { describeLiveFlow } from "./suites/live-flow.ts";
import { describeLoginsPage } from "./suites/logins-page.ts";
import { describeManyTraces } from "./suites/many-traces.ts";
import { describeOverviewPage } from "./suites/overview-page.ts";
import { describePlaygroundPage } from "./suites/playground-page.ts";
import { describeSameNumbers } from "./suites/same-numbers.ts";
import { clockOfOneHour } from "./support/clock-of-one-hour.ts";
import { injected, mcpToolset, playConversation } from "./support/conversations.ts";
import { findBrowser } from "./support/find-browser.ts";
import { type RealGateway, startRealGateway } from "./support/real-gateway.ts";
import { type Stage, setStage } from "./support/stage.ts";

/** Time to build the page and to start servers and a browser on a busy machine. */
const preparation = 120_000;
/** A test waits for several things, each of which may take long on a busy machine. */
const testTimeout = 120_000;
const browserPath = findBrowser();

describe.skipIf(browserPath === undefined)("the studio in a browser", { timeout: testTimeout }, () => {
  let stage: Stage;
  let gateway: RealGateway;
  beforeAll(async () => {
    stage = await setStage(browserPath as string);
    gateway = await startRealGateway({ inject: "always", search: { learn: true } }, stage.pageFolder, clockOfOneHour());
    await playConversation(gateway, mcpToolset);
    await playConversation(gateway, injected);
  }, preparation);
  afterAll(async () => {
    await gateway?.close();
    await stage?.close();
  });

  describeBuiltPage(() => ({ stage, gateway }));
  describeOverviewPage(() => ({ stage, gateway }));
  describeSameNumbers(() => ({ stage, gateway }));
  describeFlowPage(() => ({ stage, gateway }));
  describeLiveFlow(() => ({ stage, gateway }));
  describeBudgetPage(() => ({ stage, gateway }));
  describeCataloguePage(() => ({ stage, gateway }));
  describePlaygroundPage(() => ({ stage, gateway }));
  describeLearning(() => ({ stage, gateway }));
  describeDoctorPage(() => ({ stage, gateway }));
  describeHostileText(() => ({ stage, gateway }));
  describeKeys(() => ({ stage, gateway }));
  describeAccess(() => ({ stage, gateway }));
  describeAccessPage(() => ({ stage, gateway }));
  describeAuditAndQuotas(() => ({ stage, gateway }));
  describeLoginsPage(() => ({ stage, gateway }));
  describeManyTraces(() => ({ stage, gateway }));
  describeAccessibility(() => ({ stage, gateway }));
});
