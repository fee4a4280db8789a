import type { ReactNode } from 'react';
import { Text } from '../../ui/Text';
import { LabWords } from './LabWords';

/** A text of a lab, in its paragraphs. */
export const LabText = ({ text }: { text: string }): ReactNode =>
  text
    .trim()
    .split(/\n\n+/)
    .map((paragraph) => (
      <Text key={paragraph} isProse>
        <LabWords text={paragraph} />
      </Text>
    ));
