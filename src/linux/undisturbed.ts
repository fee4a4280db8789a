import { HOSTS } from '../machine/hosts';
import type { State } from './useMachine';

/** Does something with a machine while nobody can type; then its clock goes on as before. */
export async function undisturbed<T>(
  { machine, screens, pace }: Extract<State, { is: 'on' }>,
  work: () => Promise<T>,
): Promise<T> {
  for (const host of HOSTS) screens[host].lock(true);
  const done = await work();
  for (const host of HOSTS) screens[host].lock(false);
  machine.setPace(pace);
  return done;
}
