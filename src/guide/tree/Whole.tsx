import type { ReactNode } from 'react';
import { isFinding, type Step } from '../../model/tree';
import { Stack } from '../../ui/layout';
import { Marked } from '../../ui/Marked';
import { Text } from '../../ui/Text';
import { Result } from './Result';
import css from './Tree.module.css';

/** A step with all that follows from it, as lists in lists. */
export function Whole({ step: { command, question, answers } }: { step: Step }): ReactNode {
  return (
    <Stack gap={3} isFilled>
      {command && (
        <p>
          <code>{command}</code>
        </p>
      )}
      <Text tone="soft" size="body" isProse>
        <i>
          <Marked text={question} />
        </i>
      </Text>
      <Stack as="ul" gap={5} isFilled className={css.next}>
        {answers.map(({ text, then }) => (
          <Stack as="li" key={text} gap={3} isFilled>
            <Text size="body" isStrong>
              <Marked text={text} />
            </Text>
            {isFinding(then) ? <Result finding={then} /> : <Whole step={then} />}
          </Stack>
        ))}
      </Stack>
    </Stack>
  );
}
