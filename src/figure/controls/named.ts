import { persisted } from '../../memory/persisted';

/** Do a few controls show their names in Linux at all times, and not only when they are pointed at? */
export const named = persisted('in-flight.named', (kept) => kept === true, false);
