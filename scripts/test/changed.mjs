/** `npm test -- --changed`: what the changes since `main` can affect. */
import { run } from '../setup/command.mjs';

/**
 * The files that differ from where the branch left `main`: committed, not yet committed, new.
 * @param {string} root
 */
export async function changedFiles(root) {
  const git = async (...args) => {
    const { ok, output } = await run('git', args, { cwd: root });
    if (!ok) throw new Error(`git ${args.join(' ')}:\n${output}`);
    return output.split('\n').filter(Boolean);
  };
  return [
    ...(await git('diff', '--name-only', '--no-renames', '--merge-base', 'main')),
    ...(await git('ls-files', '--others', '--exclude-standard')),
  ];
}

/**
 * The steps that a change of these files can affect, their runners kept to such tests; says which are left out.
 * @param {import('./steps.mjs').Step[]} steps
 * @param {string[]} files
 */
export async function narrowed(steps, files) {
  console.log(`${files.length} files differ from main.`);
  const kept = [];
  for (const step of steps.filter(({ command }) => command)) {
    const isAbout = !step.looksAt || files.some((file) => step.looksAt.test(file));
    const narrow = step.narrow ?? (() => []);
    const args = isAbout ? await narrow(files) : undefined;
    if (args) kept.push({ ...step, command: [...step.command, ...args] });
    else console.log(`– ${step.name.padEnd(18)}left out: nothing that it looks at has changed`);
  }
  const isNeeded = ({ name, command }) => !command && kept.some(({ needs }) => needs?.includes(name));
  return [...steps.filter(isNeeded), ...kept];
}
