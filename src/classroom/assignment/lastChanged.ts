import { translate } from '@docusaurus/Translate';
import type { Kept } from '../work';

/** When work was last touched. */
export const lastChanged = ({ changed, handed }: Kept): string => {
  const when = new Date(changed).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return handed
    ? translate({ id: 'assignment.handed', message: 'Handed in; last changed {when}' }, { when })
    : translate({ id: 'assignment.changed', message: 'Last changed {when}' }, { when });
};
