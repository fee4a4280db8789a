/**
 * An assignment on paper. The contract for pages that print one:
 *
 * - `<Sheet paper={paper} />` is a sheet to write on: boxes, lines, empty axes.
 * - `answers` (by question id) fills it in; `name` and `receipt` stand in its head.
 * - `keys` (`desk.key`) puts the model's own answer, the solution and the marking notes below each question.
 * - It must be a direct child of `<main>`. On paper nothing else of `<main>` is then printed. On screen it is not seen,
 *   unless `shown`. Several in a row each begin on a new page.
 */
import Translate, { translate } from '@docusaurus/Translate';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { Answer, Key, Paper } from '../../model/contract';
import { keepUnits } from '../../text/units';
import { Bullets, Row } from '../../ui/layout';
import { Text } from '../../ui/Text';
import { SheetQuestion } from './SheetQuestion';
import css from './Sheet.module.css';

export interface SheetProps {
  paper: Paper;
  answers?: Readonly<Record<string, Answer>>;
  keys?: Key;
  name?: string;
  receipt?: string;
  shown?: boolean;
}

export function Sheet({ paper, answers, keys, name, receipt, shown = false }: SheetProps): ReactNode {
  const { title, intro, goals, points, minutes } = paper.assignment;
  let number = 0;
  return (
    <section className={clsx('ui', css.sheet)} data-sheet data-shown={shown} aria-label={title}>
      <header className={css.head}>
        <Text as="h2" size="title">
          {title}
          {keys && (
            <>
              {' · '}
              <Translate id="sheet.key">Key</Translate>
            </>
          )}
        </Text>
        <Row as="dl" gap={7}>
          <Fact label={translate({ id: 'sheet.name', message: 'Name' })} value={name} />
          <Fact label={translate({ id: 'sheet.student', message: 'Student ID' })} value={paper.student} />
          {receipt && <Fact label={translate({ id: 'sheet.receipt', message: 'Receipt' })} value={receipt} />}
          <Fact label={translate({ id: 'sheet.points', message: 'Points' })} value={String(points)} />
          {minutes > 0 && (
            <Fact label={translate({ id: 'sheet.minutes', message: 'Minutes' })} value={String(minutes)} />
          )}
        </Row>
        {intro && <p>{keepUnits(intro)}</p>}
        {goals.length > 0 && (
          <Bullets>
            {goals.map((goal) => (
              <li key={goal}>{goal}</li>
            ))}
          </Bullets>
        )}
        {keys?.marking && <p className={css.key}>{keys.marking}</p>}
      </header>
      {paper.questions.map((question) => (
        <SheetQuestion
          key={question.id}
          question={question}
          number={question.kind === 'note' ? undefined : ++number}
          isFilled={answers !== undefined}
          answer={answers?.[question.id]}
          known={keys?.key[question.id]}
        />
      ))}
    </section>
  );
}

function Fact({ label, value }: { label: string; value: string | undefined }): ReactNode {
  return (
    <Row gap={3}>
      <dt>
        <small>{label}</small>
      </dt>
      <dd>{value ? <b>{value}</b> : <span className={css.blank} />}</dd>
    </Row>
  );
}
