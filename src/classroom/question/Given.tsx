import type { ReactNode } from 'react';
import type { PaperFigure } from '../../model/contract';
import { keepUnits } from '../../text/units';
import { Row } from '../../ui/layout';

/** What the question sets: each student's own values. */
export function Given({ figure: { given } }: { figure: PaperFigure }): ReactNode {
  if (given.length === 0) return null;
  return (
    <Row as="dl" gap={7}>
      {given.map(({ name, label, value }) => (
        <div key={name}>
          <dt>
            <small>{label}</small>
          </dt>
          <dd>
            <b>{keepUnits(value)}</b>
          </dd>
        </div>
      ))}
    </Row>
  );
}
