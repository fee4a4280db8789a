import LABS from '@inflight/labs.json';
import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { SelectField } from '../form/SelectField';
import type { KindFields } from './types';

/** Which lab is to be done. */
export const LabFields = ({ path }: KindFields): ReactNode => (
  <SelectField
    path={[...path, 'lab']}
    label={translate({ id: 'teach.lab', message: 'Lab' })}
    options={LABS.map(({ id, title }) => ({ value: id, label: title }))}
  />
);
