/** Written by the plugin `reading` while the book is built. */
declare module '@reading/*.json' {
  const outputs: Record<string, import('./reading').ToolOutput>;
  export default outputs;
}

declare module '@reading/counters.json' {
  const counters: import('./reading').Counter[];
  export default counters;
}

declare module '@reading/entries.json' {
  const entries: import('./reading').Entries;
  export default entries;
}
