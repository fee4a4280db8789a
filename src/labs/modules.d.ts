declare module '@inflight/labs.json' {
  const labs: (import('./lab').Lab & { chapter: import('../model/reading').Link })[];
  export default labs;
}

declare module '@inflight/linux-incidents.json' {
  const incidents: import('./incidents/service').Incidents & {
    chapters: Record<string, import('../model/reading').Link>;
  };
  export default incidents;
}
