import { describeLoader } from "../testing/answering/loader-contract.ts";
import { allLoaders } from "./all-loaders.ts";

describeLoader(allLoaders.native, { knowsReferences: true, keepsPrefix: true });
describeLoader(allLoaders.bridge, { knowsReferences: false, keepsPrefix: true });
describeLoader(allLoaders.append, { knowsReferences: false, keepsPrefix: false });
describeLoader(allLoaders.eager, { knowsReferences: false, keepsPrefix: true });
