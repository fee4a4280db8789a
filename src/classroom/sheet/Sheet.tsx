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
import type { ReactNode } from 'react';
import type { Answer, Key, Paper } from '../../model/contract';
import { keepUnits } from '../../text/units';
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
    <section className={css.sheet} data-sheet data-shown={shown} aria-label={title}>
      <header className={css.head}>
        <h2 className={css.title}>
          {title}
          {keys && (
            <>
              {' · '}
              <Translate id="sheet.key">Key</Translate>
            </>
          )}
        </h2>
        <dl className={css.facts}>
          <Fact label={translate({ id: 'sheet.name', message: 'Name' })} value={name} />
          <Fact label={translate({ id: 'sheet.student', message: 'Student id' })} value={paper.student} />
          {receipt && <Fact label={translate({ id: 'sheet.receipt', message: 'Receipt' })} value={receipt} />}
          <Fact label={translate({ id: 'sheet.points', message: 'Points' })} value={String(points)} />
          {minutes > 0 && (
            <Fact label={translate({ id: 'sheet.minutes', message: 'Minutes' })} value={String(minutes)} />
          )}
        </dl>
        {intro && <p>{keepUnits(intro)}</p>}
        {goals.length > 0 && (
          <ul>
            {goals.map((goal) => (
              <li key={goal}>{goal}</li>
            ))}
          </ul>
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
    <div>
      <dt>{label}</dt>
      <dd>{value || <span className={css.blank} />}</dd>
    </div>
  );
}
