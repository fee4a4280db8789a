import { translate } from '@docusaurus/Translate';
import room from '@inflight/incidents.json';

type Level = (typeof room.incident.levels)[number];

/** The number of the level that runs on the machine of the page, and not on models. */
export const ON_LINUX = 4;

/** Of that machine (`docs/about/linux.mdx`). */
export const KERNEL = '6.12';

export const levelsNow = (): Level[] => [
  ...room.incident.levels,
  {
    number: ON_LINUX,
    name: translate({ id: 'incident.linux.level', message: 'For real' }),
    about: translate({
      id: 'incident.linux.level.about',
      message: 'A real kernel in this tab: a fault made with real settings, to be repaired with real commands.',
    }),
  },
];
