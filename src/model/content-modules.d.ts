/** Content of docs/, written by the plugin while the book is built. */
declare module '@inflight/glossary.json' {
  const words: import('./glossary').Word[];
  export default words;
}

declare module '@inflight/packet-path.json' {
  const path: import('./packetPath').PacketPath;
  export default path;
}

declare module '@inflight/tree.json' {
  const tree: import('./tree').Step;
  export default tree;
}
