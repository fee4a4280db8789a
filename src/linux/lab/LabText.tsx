import type { ReactNode } from 'react';
import { Marked } from '../../ui/Marked';
import { Text } from '../../ui/Text';

/** A text of a lab, in its paragraphs. */
export const LabText = ({ text }: { text: string }): ReactNode =>
  text
    .trim()
    .split(/\n\n+/)
    .map((paragraph) => (
      <Text key={paragraph} isProse>
        <Marked text={paragraph} />
      </Text>
    ));
