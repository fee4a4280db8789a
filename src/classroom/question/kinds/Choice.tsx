import type { ReactNode } from 'react';
import { placesIn } from '../../answers';
import { Check } from '../../../ui/Field';
import { Stack } from '../../../ui/layout';
import { Marked } from '../../../ui/Marked';
import type { QuestionProps } from './props';

/** One or several of a few texts. */
export default function Choice(props: QuestionProps<'choice'>): ReactNode {
  const { question, answer, onAnswer, isClosed, labelledBy } = props;
  const { id, many, choices } = question;
  const picked = placesIn(answer);
  function pick(place: number, isPicked: boolean): void {
    const next = many ? picked.filter((each) => each !== place) : [];
    if (isPicked) next.push(place);
    onAnswer(next.length > 0 ? next.sort((one, other) => one - other) : undefined);
  }
  return (
    <Stack gap={1} isFilled role={many ? 'group' : 'radiogroup'} aria-labelledby={labelledBy}>
      {choices.map(({ place, text }) => (
        <Check
          key={place}
          type={many ? 'checkbox' : 'radio'}
          name={`answer-${id}`}
          label={<Marked text={text} />}
          checked={picked.includes(place)}
          disabled={isClosed}
          onChange={({ target }) => pick(place, target.checked)}
        />
      ))}
    </Stack>
  );
}
