import useBrokenLinks from '@docusaurus/useBrokenLinks';
import clsx from 'clsx';
import { type ComponentPropsWithoutRef, type ReactNode, useId } from 'react';
import { Stack } from './layout';
import css from './Section.module.css';

interface SectionProps extends Omit<ComponentPropsWithoutRef<'section'>, 'title'> {
  title: ReactNode;
  /** Of the heading, where something leads there. */
  id?: string;
}

/** A part of a page below its heading, well apart from the part above. */
export function Section({ title, id, className, children, ...rest }: SectionProps): ReactNode {
  const own = useId();
  const { collectAnchor } = useBrokenLinks();
  if (id) collectAnchor(id);
  return (
    <Stack as="section" gap={5} isFilled className={clsx(css.section, className)} aria-labelledby={id ?? own} {...rest}>
      <h2 id={id ?? own}>{title}</h2>
      {children}
    </Stack>
  );
}
