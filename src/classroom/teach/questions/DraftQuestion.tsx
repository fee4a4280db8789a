import { translate } from '@docusaurus/Translate';
import { type ReactNode, useId } from 'react';
import { pointsInWords } from '../../question/points';
import { IconButton } from '../../../ui/Button';
import { Row, Stack } from '../../../ui/layout';
import { Marked } from '../../../ui/Marked';
import { Panel } from '../../../ui/Panel';
import { Text } from '../../../ui/Text';
import { hasNothingRight } from '../draft/right';
import { kindName } from '../kinds/Kinds';
import { idOfField, useTeach } from '../useDraft';
import { QuestionFields } from './QuestionFields';
import css from './DraftQuestion.module.css';

interface DraftQuestionProps {
  place: number;
  /** Its own number, for as long as it is there. */
  number: number;
  isOpen: boolean;
  /** Told to who only hears what happened. */
  onSaid: (said: string) => void;
}

/** A question: a line when it is folded, all of its fields when it is not. */
export function DraftQuestion({ place, number, isOpen, onSaid }: DraftQuestionProps): ReactNode {
  const { draft, dispatch, problems } = useTeach();
  const body = useId();
  const { kind, text, points, id } = draft.questions[place]!;
  const last = draft.questions.length - 1;
  const mine = problems.filter((each) => each.question === place);
  const isBad = mine.some(({ isMissing }) => !isMissing);
  const name = translate({ id: 'teach.question', message: 'Question {number}' }, { number: place + 1 });

  function move(to: number): void {
    dispatch({ type: 'move', from: place, to });
    onSaid(
      translate({ id: 'teach.question.moved', message: '{name} is now number {number}.' }, { name, number: to + 1 }),
    );
  }
  const actions = [
    {
      sign: '↑' as ReactNode,
      label: translate({ id: 'teach.question.up', message: 'Move {name} up' }, { name }),
      off: place === 0,
      act: () => move(place - 1),
    },
    {
      sign: '↓',
      label: translate({ id: 'teach.question.down', message: 'Move {name} down' }, { name }),
      off: place === last,
      act: () => move(place + 1),
    },
    {
      sign: <Copy />,
      label: translate({ id: 'teach.question.duplicate', message: 'Duplicate {name}' }, { name }),
      act: () => dispatch({ type: 'duplicate', place }),
    },
    {
      sign: '✕',
      label: translate({ id: 'teach.question.delete', message: 'Delete {name}' }, { name }),
      act: () => dispatch({ type: 'delete', place }),
    },
  ];
  return (
    <Panel as="li" className={css.question} data-bad={isBad}>
      <Row isApart>
        <h3>
          <button
            type="button"
            id={idOfField(`questions[${place}]`)}
            aria-expanded={isOpen}
            aria-controls={body}
            onClick={() => dispatch({ type: 'open', key: isOpen ? undefined : number })}
          >
            <span className={css.number}>{place + 1}</span>
            <Stack as="span" gap={1}>
              <small>
                {kindName(kind)} · <code>{id}</code> · {pointsInWords(Number(points ?? 1) || 0)}
              </small>
              <span className={css.text}>
                {text ? (
                  <Marked text={String(text)} />
                ) : (
                  translate({ id: 'teach.question.empty', message: 'No text yet' })
                )}
              </span>
              {mine.length === 0 && hasNothingRight(draft.questions[place]!) && (
                <small>{translate({ id: 'teach.question.noRight', message: '○ No choice is marked as right' })}</small>
              )}
              {mine.length > 0 && (
                <Text as="span" size="note" tone={isBad ? 'bad' : 'soft'}>
                  {isBad
                    ? translate({ id: 'teach.question.bad', message: '✗ Something here needs fixing' })
                    : translate({ id: 'teach.question.missing', message: '○ Something is still missing' })}
                </Text>
              )}
            </Stack>
          </button>
        </h3>
        <Row gap={1}>
          {actions.map(({ sign, label, off = false, act }) => (
            <IconButton key={label} label={label} aria-disabled={off} onClick={() => !off && act()}>
              {sign}
            </IconButton>
          ))}
        </Row>
      </Row>
      <div id={body} hidden={!isOpen}>
        {isOpen && <QuestionFields path={['questions', place]} />}
      </div>
    </Panel>
  );
}

/** Two sheets, one over the other. */
const Copy = (): ReactNode => (
  <svg
    width="15"
    height="15"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.4"
    aria-hidden="true"
  >
    <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
    <path d="M10.5 2.5h-6a2 2 0 0 0-2 2v6" />
  </svg>
);
