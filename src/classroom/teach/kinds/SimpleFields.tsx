/** The kinds that need little more than their text. */
import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import ready from '@inflight/assignments.json';
import room from '@inflight/incidents.json';
import { Grid } from '../../../ui/layout';
import { ChecksField } from '../form/ChecksField';
import { LinesField } from '../form/LinesField';
import { NumberField } from '../form/NumberField';
import { SelectField } from '../form/SelectField';
import { at } from '../draft/path';
import { useTeach } from '../useDraft';
import { Goals } from './Goals';
import { columnOptions, parameterOptions, summaryOptions, unitOf } from './summaries';
import type { KindFields } from './types';

/** Lines in the right order. */
export const OrderFields = ({ path }: KindFields): ReactNode => (
  <>
    <LinesField
      path={[...path, 'items']}
      label={translate({ id: 'teach.order.items', message: 'Lines in the right order' })}
      hint={translate({
        id: 'teach.order.items.hint',
        message: 'One per line. Each student gets them shuffled differently.',
      })}
      rows={6}
    />
    <LinesField
      path={[...path, 'distractors']}
      label={translate({ id: 'teach.order.distractors', message: 'Lines that do not belong (optional)' })}
      rows={3}
    />
  </>
);

/** Which column is to be drawn, and what may be seen meanwhile. */
export function CurveFields({ path, facts }: KindFields): ReactNode {
  const { draft } = useTeach();
  const column = at(draft, [...path, 'column']);
  const columns = columnOptions(facts);
  return (
    <>
      <SelectField
        path={[...path, 'column']}
        label={translate({ id: 'teach.curve.column', message: 'The curve to draw' })}
        options={columns}
      />
      {columns.length > 1 && (
        <ChecksField
          path={[...path, 'given']}
          label={translate({ id: 'teach.curve.given', message: 'Curves that students see while they draw' })}
          options={columns.filter(({ value }) => value !== column)}
        />
      )}
    </>
  );
}

/** Which controls are to be set, and what is to be reached. */
export const SettingFields = ({ path, facts }: KindFields): ReactNode => (
  <>
    <ChecksField
      path={[...path, 'free']}
      label={translate({ id: 'teach.setting.free', message: 'What students can set' })}
      hint={
        facts
          ? undefined
          : translate({ id: 'teach.setting.noFigure', message: 'Choose a figure first: these are its controls.' })
      }
      options={parameterOptions(facts)}
    />
    <Goals
      path={[...path, 'goals']}
      what="summary"
      options={summaryOptions(facts)}
      unit={(name) => unitOf(facts, name)}
    />
  </>
);

/** Which incidents may come, and how hard they are. */
export const IncidentFields = ({ path }: KindFields): ReactNode => (
  <Grid least="14rem" gap={5}>
    <SelectField
      path={[...path, 'family']}
      label={translate({ id: 'teach.incident.family', message: 'Complaint' })}
      hint={translate({
        id: 'teach.incident.family.hint',
        message: 'Each student gets a different fault of this kind.',
      })}
      none={translate({ id: 'teach.incident.any', message: 'any' })}
      options={ready.families.map(({ id, title }) => ({ value: id, label: title }))}
      optional
    />
    <SelectField
      path={[...path, 'level']}
      label={translate({ id: 'teach.incident.level', message: 'Level' })}
      hint={translate({
        id: 'teach.incident.level.hint',
        message: 'How many suspects there are, and how many oddities that do no harm.',
      })}
      options={room.incident.levels.map(({ number, name }) => ({ value: String(number), label: name }))}
      read={Number}
    />
  </Grid>
);

/** How long a text may be. */
export const TextFields = ({ path }: KindFields): ReactNode => (
  <NumberField
    path={[...path, 'most']}
    label={translate({ id: 'teach.text.most', message: 'Characters at most' })}
    placeholder="2000"
  />
);
