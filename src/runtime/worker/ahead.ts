/**
 * Hands out by address what has been asked for before anybody could use it: Pyodide itself fetches WebAssembly and
 * library one after the other, when its modules are there. Gives back the way to stop that.
 */
export function fetchAhead(answers: Record<string, Promise<Response>>): () => void {
  const { fetch } = globalThis;
  globalThis.fetch = (address, ...rest) => answers[String(address)] ?? fetch(address, ...rest);
  // Anyone who waits for them says so if they fail.
  for (const each of Object.values(answers)) each.catch(() => undefined);
  return () => {
    globalThis.fetch = fetch;
  };
}
