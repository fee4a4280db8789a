import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Check } from '../../../ui/Field';
import { Grid, Stack } from '../../../ui/layout';
import { isObject, type Path } from '../draft/path';
import { NumberField } from '../form/NumberField';
import { TextField } from '../form/TextField';
import { useField } from '../useDraft';

/** Asks for the reason beside the answer: a text with points of its own, which no model can write. */
export function Reason({ path }: { path: Path }): ReactNode {
  const { value, set } = useField([...path, 'reason']);
  const isAsked = isObject(value);
  return (
    <Stack gap={3} isFilled>
      <Check
        label={translate({ id: 'teach.reason', message: 'Ask for the reason, too' })}
        note={translate({
          id: 'teach.reason.hint',
          message:
            'Adds a text after the answer, with its own points, for you to read. A program that computes answers cannot write one.',
        })}
        checked={isAsked}
        onChange={({ target }) => set(target.checked ? { text: asked(), points: 2 } : undefined)}
      />
      {isAsked && (
        <>
          <TextField
            path={[...path, 'reason', 'text']}
            label={translate({ id: 'teach.reason.text', message: 'The question' })}
            rows={2}
          />
          <Grid least="13rem" gap={5}>
            <NumberField
              path={[...path, 'reason', 'points']}
              label={translate({ id: 'teach.reason.points', message: 'Points for the reason' })}
              placeholder="1"
            />
            <NumberField
              path={[...path, 'reason', 'most']}
              label={translate({ id: 'teach.reason.most', message: 'Characters at most' })}
              placeholder="1000"
            />
          </Grid>
          <TextField
            path={[...path, 'reason', 'marking']}
            label={<Translate id="teach.reason.marking">What earns points: only for you</Translate>}
            rows={2}
          />
        </>
      )}
    </Stack>
  );
}

const asked = (): string =>
  translate({ id: 'teach.reason.usual', message: 'Give your reason: how did you come to this answer?' });
