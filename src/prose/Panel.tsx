import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Stack } from '../ui/layout';
import { Text } from '../ui/Text';
import chapter from './chapter.module.css';
import css from './Panel.module.css';

/** Lines set apart from the text under a small title. */
export default function Panel({ title, children }: { title: ReactNode; children: ReactNode }): ReactNode {
  return (
    <Stack gap={3} isFilled className={clsx(chapter.block, css.panel)}>
      <Text as="div" tone="accent" isStrong className="ui">
        {title}
      </Text>
      {children}
    </Stack>
  );
}
