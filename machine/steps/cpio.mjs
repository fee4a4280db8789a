/** An archive of files as the kernel unpacks it at its start (Linux Documentation/driver-api/early-userspace/buffer-format.rst). */

const TYPES = { file: 0o100000, folder: 0o040000, link: 0o120000, device: 0o020000 };

const hex = (/** @type {number} */ number) => (number >>> 0).toString(16).padStart(8, '0');

const padded = (/** @type {Buffer} */ bytes) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);

/**
 * @typedef {{ type: keyof typeof TYPES, mode: number, content?: Buffer, device?: [number, number] }} Entry
 * @param {Map<string, Entry>} files by their paths, without a slash in front
 */
export function cpio(files) {
  const names = [...files.keys()].sort();
  const records = [...names, 'TRAILER!!!'].map((name, index) => {
    const { type, mode, content = Buffer.alloc(0), device = [0, 0] } = files.get(name) ?? { type: 'file', mode: 0 };
    const isLast = index === names.length;
    // Number, mode, owner, group, links, time, size, device of the archive, device, length of the name, checksum.
    const fields = [
      index + 1,
      isLast ? 0 : TYPES[type] | mode,
      0,
      0,
      1,
      0,
      content.length,
      0,
      0,
      ...device,
      name.length + 1,
      0,
    ];
    return Buffer.concat([padded(Buffer.from(`070701${fields.map(hex).join('')}${name}\0`)), padded(content)]);
  });
  return Buffer.concat(records);
}
