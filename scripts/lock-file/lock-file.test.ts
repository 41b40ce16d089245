import { describe, expect, it } from "vitest";
import { listLockedFolders, readLockFile } from "./lock-file.ts";
import { addMissingPlatforms, findMissingPlatforms } from "./missing-platforms.ts";

describe.each(listLockedFolders())("the lock file of %s", (folder) => {
  const lockFile = readLockFile(folder);

  it("records no download address", () => {
    const addresses = Object.values(lockFile.packages).map(({ resolved = "" }) => resolved);

    expect(addresses.filter((address) => address.includes("://"))).toEqual([]);
  });

  it("contains the packages of every platform (`npm run lock` adds them)", () => {
    expect(findMissingPlatforms(lockFile)).toEqual([]);
  });
});

describe("addMissingPlatforms", () => {
  const lockFile = {
    packages: {
      "": {},
      "node_modules/tool": {
        dev: true,
        optionalDependencies: {
          "@tool/linux-x64-musl": "1.0.0",
          "@tool/linux-x64": "1.0.0",
          "@tool/win32-arm64": "1.0.0",
        },
      },
      "node_modules/tool/node_modules/@tool/linux-x64": { version: "1.0.0" },
    },
  };

  it("adds packages that no parent folder has, with their platform", () => {
    const { packages } = addMissingPlatforms(lockFile);

    expect(packages["node_modules/@tool/win32-arm64"]).toEqual({
      version: "1.0.0",
      dev: true,
      optional: true,
      cpu: ["arm64"],
      os: ["win32"],
    });
    expect(packages["node_modules/@tool/linux-x64-musl"]).toMatchObject({ os: ["linux"], libc: ["musl"] });
    expect(Object.keys(packages)).toHaveLength(5);
  });

  it("leaves a complete lock file unchanged", () => {
    const complete = addMissingPlatforms(lockFile);

    expect(addMissingPlatforms(complete)).toEqual(complete);
  });
});
