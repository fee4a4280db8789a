/** More than any model needs, and less than a page is killed for; Python then raises MemoryError. */
const MEMORY = 512 * 2 ** 20;
const WASM_PAGE = 2 ** 16;

export function limitMemory(): void {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * WASM_PAGE > MEMORY) throw new RangeError('no more memory in the sandbox');
    return grow.call(this, pages);
  };
}
