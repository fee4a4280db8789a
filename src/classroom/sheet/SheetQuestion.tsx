import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Answer, Key, PaperQuestion } from '../../model/contract';
import { Row } from '../../ui/layout';
import { Marked } from '../../ui/Marked';
import { Text } from '../../ui/Text';
import { Given } from '../question/Given';
import { pointsInWords } from '../question/points';
import { SheetBody } from './SheetBody';
import css from './Sheet.module.css';

interface SheetQuestionProps {
  question: PaperQuestion;
  /** Missing: it is not counted. */
  number: number | undefined;
  isFilled: boolean;
  answer: Answer;
  known: Key['key'][string] | undefined;
}

/** One question, with room for an answer or with the one that was given, and below it what the teacher knows. */
export function SheetQuestion({ question, number, isFilled, answer, known }: SheetQuestionProps): ReactNode {
  return (
    <article className={css.question} data-kind={question.kind}>
      {number !== undefined && (
        <Row isApart className={css.number}>
          <Text as="h3" size="ui">
            {number}
          </Text>
          <small>{pointsInWords(question.points)}</small>
        </Row>
      )}
      <p className={css.text}>
        <Marked text={question.text} />
      </p>
      {question.figure && <Given figure={question.figure} />}
      <SheetBody question={question} answer={answer} isFilled={isFilled} />
      {known && (known.said || known.solution || known.marking) && (
        <div className={css.key}>
          {known.said && (
            <p>
              <b>
                <Translate id="sheet.own">The model’s answer:</Translate>
              </b>{' '}
              <Marked text={known.said} />
            </p>
          )}
          {known.solution && (
            <p>
              <b>
                <Translate id="sheet.solution">Solution:</Translate>
              </b>{' '}
              <Marked text={known.solution} />
            </p>
          )}
          {known.marking && (
            <p>
              <b>
                <Translate id="sheet.marking">Marking:</Translate>
              </b>{' '}
              <Marked text={known.marking} />
            </p>
          )}
        </div>
      )}
    </article>
  );
}
