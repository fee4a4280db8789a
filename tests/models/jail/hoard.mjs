/** Takes memory until there is no more, and says after each piece how much it has, in MB. */
/* global Deno */
const [kind] = new TextDecoder().decode(await new Response(Deno.stdin.readable).arrayBuffer()).split('\n');
const held = [];
for (let pieces = 1; pieces <= 96; pieces++) {
  if (kind === 'buffers') held.push(new Uint8Array(2 ** 26).fill(1));
  else if (kind === 'objects') held.push(Array.from({ length: 2 ** 21 }, (_, index) => ({ index })));
  else held.push(new WebAssembly.Memory({ initial: 2 ** 10, maximum: 2 ** 10, shared: true }));
  if (kind === 'shared') new Uint8Array(held.at(-1).buffer).fill(1);
  console.log(64 * pieces);
}
