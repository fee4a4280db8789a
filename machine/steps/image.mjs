/** What v86 boots: boot code, parameters, kernel and initial files in one image, as they are to lie in memory. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the parts lie. The kernel is linked for its address (`CONFIG_PHYSICAL_START`). */
const BOOT = 0x10000;
const PARAMETERS = 0x11000;
const COMMAND_LINE = 0x12000;
const KERNEL = 0x1000000;
const INITRD = 0x2000000;

/** For kernel messages a line that nobody types at; time that nothing has to be compared with. */
const OPTIONS = 'console=ttyS3 quiet tsc=reliable panic=-1';

/** As the kernel’s own boot code would fill it in (Linux Documentation/arch/x86/boot.rst, zero-page.rst). */
function parameters(/** @type {number} */ memory, /** @type {number} */ length) {
  const page = Buffer.alloc(4096);
  page.writeUInt16LE(0xaa55, 0x1fe); // boot_flag
  page.write('HdrS', 0x202, 'latin1');
  page.writeUInt16LE(0x020f, 0x206); // version of the protocol
  page.writeUInt8(0xff, 0x210); // type_of_loader: none that has a number
  page.writeUInt8(1, 0x211); // loadflags: LOADED_HIGH
  page.writeUInt32LE(INITRD, 0x218); // ramdisk_image
  page.writeUInt32LE(length, 0x21c); // ramdisk_size
  page.writeUInt32LE(COMMAND_LINE, 0x228); // cmd_line_ptr
  const ranges = [
    [0, 0xa0000],
    [0x100000, memory - 0x100000],
  ];
  page.writeUInt8(ranges.length, 0x1e8); // e820_entries
  for (const [index, [start = 0, size = 0]] of ranges.entries()) {
    const at = 0x2d0 + 20 * index; // e820_table
    page.writeUInt32LE(start, at);
    page.writeUInt32LE(size, at + 8);
    page.writeUInt32LE(1, at + 16); // usable
  }
  return page;
}

function assemble(
  /** @type {string} */ source,
  /** @type {string} */ work,
  /** @type {Record<string, number>} */ symbols,
) {
  const object = join(work, 'boot.o');
  const binary = join(work, 'boot.bin');
  const defined = Object.entries(symbols).flatMap(([name, value]) => ['--defsym', `${name}=${value}`]);
  execFileSync('as', ['--32', ...defined, '-o', object, source]);
  execFileSync('ld', [
    '-m',
    'elf_i386',
    '-Ttext',
    `0x${BOOT.toString(16)}`,
    '-e',
    'start',
    '--oformat',
    'binary',
    '-o',
    binary,
    object,
  ]);
  return readFileSync(binary);
}

/** @param {{ boot: string, kernel: Buffer, initrd: Buffer, memory: number, work: string }} parts */
export function makeImage({ boot, kernel, initrd, memory, work }) {
  const end = INITRD + initrd.length;
  const image = Buffer.alloc(end - BOOT);
  const put = (/** @type {Buffer} */ bytes, /** @type {number} */ at) => bytes.copy(image, at - BOOT);
  put(assemble(boot, work, { BOOT_PARAMS: PARAMETERS, KERNEL, IMAGE_END: end }), BOOT);
  put(parameters(memory, initrd.length), PARAMETERS);
  put(Buffer.from(`${OPTIONS}\0`), COMMAND_LINE);
  put(kernel, KERNEL);
  put(initrd, INITRD);
  return image;
}
