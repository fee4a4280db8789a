/** Written by the plugin while the book is built; `<id>.more.json` holds a `More` instead. */
declare module '@inflight/*.json' {
  const prerendered: import('./types').Prerendered;
  export default prerendered;
}
