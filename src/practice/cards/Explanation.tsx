import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Posed } from '../../model/contract';
import type { Card } from '../../model/questions';
import { linkAt } from '../figureLink';
import { Marked } from '../../ui/Marked';
import { Links } from './Links';
import { ModelAnswers } from './OpenAnswers';
import type { CardSource } from './props';
import { Working } from './Working';
import { Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';

interface ExplanationProps {
  card: Card;
  posed: Posed | undefined;
  source?: CardSource;
  /** Was it answered rightly? Then the answer is not said again, unless it is a number, which the model knows better. */
  isRight: boolean;
  isLive: boolean;
  /** Leads to where its answer can be disputed. */
  dispute?: ReactNode;
}

/** An answer in words. */
export const Said = ({ label, text }: { label?: string; text: string }): ReactNode => (
  <Text size="body" isProse>
    {label !== undefined && (
      <>
        <b>{label}</b>{' '}
      </>
    )}
    <Marked text={text} />
  </Text>
);

/** The right answer of a card that can be marked, why it is so, and where to go on. */
export function Explanation({ card, posed, source, isRight, isLive, dispute }: ExplanationProps): ReactNode {
  const isNumber = posed?.question.kind === 'numeric';
  return (
    <Stack isFilled>
      {posed && (isNumber || !isRight) && (
        <Said
          label={
            isNumber
              ? translate({ id: 'card.model', message: 'The model says:' })
              : translate({ id: 'card.answer', message: 'The answer:' })
          }
          text={posed.said}
        />
      )}
      {card.working && <Working lines={card.working} />}
      {card.form === 'open' && <ModelAnswers card={card} />}
      <Text size="body" isProse>
        <Marked text={posed?.solution || card.why} />
      </Text>
      <Links card={card} figure={linkAt(card.figure, posed)} source={source} isLive={isLive} dispute={dispute} />
    </Stack>
  );
}
