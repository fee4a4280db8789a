/** What a packet costs in each queueing discipline, as a multiple of a FIFO's: see `disciplines.py`. */
import { join } from 'node:path';
import { run } from '../../scripts/setup/command.mjs';

/** Times a FIFO's cost. The two that keep a tree or many states may take three times as much. */
const LIMIT = { cake: 3, htb: 3 };

/** @param {{root: string}} bench */
export async function disciplines({ root }) {
  const file = join(root, 'tests', 'bench', 'disciplines.py');
  const native = await run('python3', [file], { env: { ...process.env, PYTHONPATH: join(root, 'simulations') } });
  if (!native.ok) throw new Error(native.output);
  const costs = Object.entries(JSON.parse(native.output));
  return costs.map(([name, value]) => ({
    name: `${name}: packet / FIFO's packet`,
    value,
    unit: '×',
    limit: LIMIT[name] ?? 2,
  }));
}
