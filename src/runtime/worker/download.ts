/** The content of a gzip file. */
export async function unpacked(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return new Response(response.body!.pipeThrough(new DecompressionStream('gzip')));
}

export const download = async (url: string): Promise<Uint8Array> =>
  new Uint8Array(await (await unpacked(url)).arrayBuffer());
