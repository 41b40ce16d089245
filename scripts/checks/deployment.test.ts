import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "@toolcrib/gateway";
import { describe, expect, it } from "vitest";
import { readManifest, rootFolder } from "../workspace.ts";

const read = (file: string): string => readFileSync(join(rootFolder, "deploy", file), "utf8");

describe("the files for deployment", () => {
  it("install the version of the driver that is tested", () => {
    const { devDependencies = {} } = readManifest("packages/store") as { devDependencies?: Record<string, string> };

    expect(read("Dockerfile")).toContain(`pg@${devDependencies["pg"]}`);
  });

  it("run as a user without rights, on a file system that cannot be written", () => {
    expect(read("Dockerfile")).toMatch(/^USER node$/m);
    expect(read("compose/compose.yaml")).toMatch(/^ {4}read_only: true$/m);
    expect(read("helm/toolcrib/templates/_helpers.tpl")).toMatch(/^readOnlyRootFilesystem: true\nrunAsNonRoot: true$/m);
  });

  it("have a config that the gateway accepts, and that leaves load balancers time", async () => {
    const config = await loadConfig({ file: join(rootFolder, "deploy/compose/toolcrib.json") });
    const [, grace] = /stop_grace_period: (\d+)s/.exec(read("compose/compose.yaml")) ?? [];
    const { delaySeconds = 0, drainSeconds = 0 } = config.shutdown ?? {};

    expect(Number(grace)).toBeGreaterThan(delaySeconds + drainSeconds);
    expect(delaySeconds).toBeGreaterThan(2);
    for (const file of ["compose/haproxy.cfg", "Dockerfile", "helm/toolcrib/templates/deployment.yaml"]) {
      expect(read(file)).toContain("/readyz");
    }
  });

  it("check the health at a port of its own", async () => {
    const { healthPort } = await loadConfig({ file: join(rootFolder, "deploy/compose/toolcrib.json") });

    expect(read("compose/haproxy.cfg")).toContain(`check port ${healthPort} `);
    expect(read("Dockerfile")).toContain(`http://127.0.0.1:${healthPort}/readyz`);
    expect(read("helm/toolcrib/values.yaml")).toMatch(new RegExp(`^ {2}healthPort: ${healthPort}$`, "m"));
    expect(read("helm/toolcrib/templates/deployment.yaml").match(/port: health$/gm)).toHaveLength(2);
  });

  it("keep the bodies of requests within the memory of a pod", () => {
    const values = read("helm/toolcrib/values.yaml");
    const [, bytes] = /^ {4}bodyBytesInFlight: (\d+)$/m.exec(values) ?? [];
    const [, gibibytes] = /^ {2}limits:\n {4}memory: (\d+)Gi$/m.exec(values) ?? [];

    expect(Number(bytes)).toBeGreaterThan(0);
    expect(Number(bytes) * 4).toBeLessThan(Number(gibibytes) * 1_024 ** 3);
  });

  it("take any password for the database", () => {
    expect(read("compose/compose.yaml")).toMatch(/^ {6}PGPASSWORD: \$\{POSTGRES_PASSWORD\}$/m);
    expect(read("compose/compose.yaml")).not.toMatch(/postgres:\/\/.*POSTGRES_PASSWORD/);
  });

  it("name the version of the packages", () => {
    const { version } = readManifest("packages/cli");

    expect(read("helm/toolcrib/Chart.yaml")).toMatch(new RegExp(`^version: ${version}\nappVersion: ${version}$`, "m"));
  });
});
