/** Written by the plugin while the book is built. */
declare module '@inflight/first/*.json' {
  const prerendered: import('./types').Prerendered;
  export default prerendered;
}

declare module '@inflight/claims.json' {
  const claims: import('./claims').Claims;
  export default claims;
}

declare module '@inflight/catalogue.json' {
  const catalogue: import('./catalogue').Catalogue;
  export default catalogue;
}

declare module '@inflight/gallery.json' {
  const gallery: import('./gallery').Gallery;
  export default gallery;
}

declare module '@inflight/chapters.json' {
  const chapters: import('./questions').BankChapter[];
  export default chapters;
}

declare module '@inflight/bank.json' {
  const bank: import('./questions').Bank;
  export default bank;
}

declare module '@inflight/incidents.json' {
  const room: import('./incidents').RoomData;
  export default room;
}

declare module '@inflight/assignments.json' {
  const ready: import('./assignments').Assignments;
  export default ready;
}

declare module '@inflight/assignment-files.json' {
  const files: import('./assignments').AssignmentFiles;
  export default files;
}

declare module '@inflight/knobs.json' {
  const knobs: import('./knobs').Knob[];
  export default knobs;
}

declare module '@inflight/glossary.json' {
  const words: import('./glossary').Word[];
  export default words;
}

declare module '@inflight/kernels.json' {
  const kernels: import('./kernels').Kernels;
  export default kernels;
}

declare module '@inflight/packet-path.json' {
  const path: import('./packetPath').PacketPath;
  export default path;
}

declare module '@inflight/tree.json' {
  const tree: import('./tree').Step;
  export default tree;
}

/** As far as it is used; it brings no types of its own. */
declare module 'js-yaml' {
  export const FAILSAFE_SCHEMA: object;
  export const JSON_SCHEMA: object;
  export function load(text: string, options?: { schema?: object; filename?: string }): unknown;
}

declare module '@easyops-cn/docusaurus-search-local/dist/client/client/utils/proxiedGeneratedConstants' {
  export const searchIndexUrl: string;
}

declare module '*.woff2' {
  const address: string;
  export default address;
}

/** The text of a file. */
declare module '*?raw' {
  const text: string;
  export default text;
}
