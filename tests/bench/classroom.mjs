/** How long a class of 200 takes to mark on the command line, with two processes: see `classroom.py`. */
import { join } from 'node:path';
import { run } from '../../scripts/setup/command.mjs';
import { pythonEnvironment } from '../../scripts/setup/python.mjs';

/** @param {{root: string}} bench */
export async function classroom({ root }) {
  const python = join(await pythonEnvironment(root), 'python');
  const { ok, output } = await run(python, [join(root, 'tests', 'bench', 'classroom.py')], {
    env: { ...process.env, PYTHONPATH: join(root, 'simulations') },
  });
  if (!ok) throw new Error(output);
  const { seconds, rows, wrong } = JSON.parse(output.trim().split('\n').at(-1));
  return [
    { name: '200 submissions marked, two processes', value: seconds, unit: 's', limit: 180 },
    { name: 'rows', value: rows, unit: '', least: 200 },
    { name: 'rows with a wrong verdict or mark', value: wrong, unit: '', limit: 0 },
  ];
}
