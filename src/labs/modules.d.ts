declare module '@inflight/labs.json' {
  const labs: (import('./lab').Lab & { chapter: import('../model/reading').Link })[];
  export default labs;
}
