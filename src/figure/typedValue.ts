/** What a reader may type into a number field: `262144`, `256 KiB`, `256k`, `1.5 s`, `1 Gbit/s`. */

const FACTORS: Record<string, Record<string, number>> = {
  B: bytes(1),
  kB: bytes(1e3),
  MB: bytes(1e6),
  'Mbit/s': rates(1e6),
  'kbit/s': rates(1e3),
  s: times(1),
  ms: times(1e-3),
  µs: times(1e-6),
};

function bytes(base: number): Record<string, number> {
  const sizes = {
    b: 1,
    kb: 1e3,
    mb: 1e6,
    gb: 1e9,
    kib: 2 ** 10,
    mib: 2 ** 20,
    gib: 2 ** 30,
    // As sysctl and dd users mean it.
    k: 2 ** 10,
    m: 2 ** 20,
    g: 2 ** 30,
  };
  return Object.fromEntries(Object.entries(sizes).map(([word, size]) => [word, size / base]));
}

function rates(base: number): Record<string, number> {
  const table: Record<string, number> = {};
  for (const [prefix, size] of Object.entries({ k: 1e3, m: 1e6, g: 1e9 }))
    for (const word of ['bit/s', 'bit', 'bps', 'b/s', '']) table[prefix + word] = size / base;
  return { ...table, 'bit/s': 1 / base };
}

function times(base: number): Record<string, number> {
  return { s: 1 / base, ms: 1e-3 / base, us: 1e-6 / base, µs: 1e-6 / base, min: 60 / base };
}

/** The number meant, in `unit`; undefined if it can't be read. */
export function parseTyped(text: string, unit: string): number | undefined {
  const match = /^([-+]?[\d.]+(?:e[-+]?\d+)?)(.*)$/i.exec(
    text
      .replace(/[\s_,\u00a0\u202f]/g, '')
      .replace('−', '-')
      .replace('μ', 'µ'),
  );
  const number = Number(match?.[1] ?? NaN);
  const suffix = match?.[2]?.toLowerCase() ?? '';
  if (Number.isNaN(number)) return undefined;
  if (suffix === '' || suffix === unit.replace(/\s/g, '').toLowerCase()) return number;
  const factor = FACTORS[unit]?.[suffix];
  return factor === undefined ? undefined : Number((number * factor).toPrecision(12));
}
