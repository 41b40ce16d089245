import { writeManifests } from "./write-manifests.ts";

// `npm run manifests`: writes what all packages have in common to their package.json files.
writeManifests();
