import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { numbersIn, placesIn, recordIn, textIn } from '../answers';
import type { Answer, PaperQuestion, Placed } from '../../model/contract';
import { keepUnits } from '../../text/units';
import { Bullets } from '../../ui/layout';
import { Marked } from '../../ui/Marked';
import unseen from '../../ui/unseen.module.css';
import { Axes } from './Axes';
import { SheetIncident } from './SheetIncident';
import css from './Sheet.module.css';

interface SheetBodyProps {
  question: PaperQuestion;
  answer: Answer;
  /** Is it a sheet with answers? Then nothing stands where none was given. */
  isFilled: boolean;
}

/** Where the answer stands, or is to be written. */
export function SheetBody({ question, answer, isFilled }: SheetBodyProps): ReactNode {
  switch (question.kind) {
    case 'note':
      return null;
    case 'choice': {
      const picked = placesIn(answer);
      return <Boxes items={question.choices} isTicked={(place) => picked.includes(place)} round={!question.many} />;
    }
    case 'numeric':
      return (
        <>
          <Goals goals={question.goals} />
          <p>
            {typeof answer === 'number' ? <b>{answer}</b> : <span className={css.blank} />} {question.unit}
            {question.tolerance && <small> ({question.tolerance})</small>}
          </p>
        </>
      );
    case 'order': {
      const order = placesIn(answer);
      return (
        <ul className={css.boxes}>
          {question.items.map(({ place, text }) => (
            <li key={place}>
              <span className={css.digit}>{order.includes(place) ? order.indexOf(place) + 1 : ''}</span>
              <span>
                <Marked text={text} />
              </span>
            </li>
          ))}
        </ul>
      );
    }
    case 'curve':
      return <Axes column={question.column} x={question.x} values={numbersIn(recordIn(answer).values)} />;
    case 'setting': {
      const values = recordIn(answer);
      return (
        <>
          <Goals goals={question.goals} />
          {question.free.map((name) => (
            <p key={name}>
              {question.labels[name] ?? name}:{' '}
              {name in values ? <b>{String(values[name])}</b> : <span className={css.blank} />}
            </p>
          ))}
        </>
      );
    }
    case 'algorithm':
      return (
        <>
          <Goals goals={question.goals} />
          {question.paths.map(({ said }, i) => (
            <p key={i}>
              {translate({ id: 'question.algorithm.on', message: 'Path {number}' }, { number: i + 1 })}:{' '}
              {keepUnits(said)}
            </p>
          ))}
          {isFilled ? (
            textIn(answer) && <pre className={css.code}>{textIn(answer)}</pre>
          ) : (
            <>
              <pre className={css.code}>{question.code}</pre>
              <Lines count={12} />
            </>
          )}
        </>
      );
    case 'incident':
      return <SheetIncident question={question} answer={recordIn(answer)} />;
    case 'lab':
      return (
        <p>
          {translate(
            { id: 'sheet.lab', message: 'A lab on the Linux page: {lab}. The session is handed in as a file.' },
            { lab: question.lab },
          )}
        </p>
      );
    case 'capture': {
      const { at: end, file, limits, reading, how, unit, tolerance } = question;
      const { limit, number } = recordIn(answer);
      return (
        <>
          <p>
            {end === 'sender'
              ? translate({ id: 'sheet.capture.sender', message: 'Captured at the sender: {file}' }, { file })
              : translate({ id: 'sheet.capture.receiver', message: 'Captured at the receiver: {file}' }, { file })}
          </p>
          <Boxes
            items={limits.map(({ title, text }, place) => ({ place, text: `${title}. ${text}` }))}
            isTicked={(place) => limits[place]!.limit === limit}
            round
          />
          <p>
            {reading}: {typeof number === 'number' ? <b>{number}</b> : <span className={css.blank} />} {unit}{' '}
            <small>
              ({tolerance}) {how}
            </small>
          </p>
        </>
      );
    }
    case 'text':
      return isFilled ? <p className={css.written}>{textIn(answer)}</p> : <Lines count={10} />;
  }
}

function Goals({ goals }: { goals: readonly string[] }): ReactNode {
  if (goals.length === 0) return null;
  return (
    <Bullets aria-label={translate({ id: 'classroom.goals', message: 'Goals' })}>
      {goals.map((goal) => (
        <li key={goal}>{goal}</li>
      ))}
    </Bullets>
  );
}

function Lines({ count }: { count: number }): ReactNode {
  return (
    <div className={css.lines} aria-hidden="true">
      {Array.from({ length: count }, (_, i) => (
        <div key={i} />
      ))}
    </div>
  );
}

interface BoxesProps {
  items: readonly Placed[];
  isTicked: (place: number) => boolean;
  round?: boolean;
}

/** Boxes to tick. */
function Boxes({ items, isTicked, round = false }: BoxesProps): ReactNode {
  return (
    <ul className={css.boxes}>
      {items.map(({ place, text }) => (
        <li key={place}>
          <span className={css.box} data-round={round}>
            {isTicked(place) ? '✕' : ''}
            {isTicked(place) && (
              <span className={unseen.unseen}>
                <Translate id="sheet.picked">picked</Translate>
              </span>
            )}
          </span>
          <span>
            <Marked text={text} />
          </span>
        </li>
      ))}
    </ul>
  );
}
