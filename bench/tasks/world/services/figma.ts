import { defineService, find, ServiceError } from "./service.ts";

const seed = () => ({
  files: [
    {
      id: "hK9dQ2TrailBadge",
      name: "Trail badge",
      nodes: [
        { id: "1:2", name: "Badge", type: "FRAME", width: 240, height: 240, fill: "#F4EBDD" },
        { id: "1:5", name: "Ring", type: "ELLIPSE", width: 220, height: 220, fill: "#1F6F5C" },
        { id: "1:8", name: "Call to action", type: "RECTANGLE", width: 160, height: 44, fill: "#D9481C" },
      ],
    },
  ],
  downloads: [] as { id: string; file: string; node: string }[],
});

export const figma = defineService("figma", seed, {
  get_figma_data: (state, args: { fileKey: string; nodeId?: string }) => {
    const { name, nodes } = find(
      state.files,
      ({ id }) => id === args.fileKey,
      "Error fetching file: Failed to make request to Figma API: 404 Not Found",
    );
    const wanted = args.nodeId?.replace("-", ":");
    const lines = nodes
      .filter(({ id }) => !wanted || id === wanted)
      .map((node) => `  ${node.type} "${node.name}" #${node.id} ${node.width}x${node.height} fill=${node.fill}`);
    return [`FILE "${name}"`, ...lines].join("\n");
  },
  download_figma_images: (
    state,
    args: { fileKey: string; nodes: { nodeId: string; fileName: string }[]; localPath: string },
  ) => {
    const { id, nodes } = find(
      state.files,
      (file) => file.id === args.fileKey,
      "Error downloading images: 404 Not Found",
    );
    for (const wanted of args.nodes) {
      if (!nodes.some((node) => node.id === wanted.nodeId.replace("-", ":")))
        throw new ServiceError(`Error downloading images: node ${wanted.nodeId} not found`);
      state.downloads.push({ id: `${args.localPath}/${wanted.fileName}`, file: id, node: wanted.nodeId });
    }
    return `Downloaded ${args.nodes.length} images:\n${args.nodes.map(({ fileName }) => `- ${fileName}`).join("\n")}`;
  },
});
