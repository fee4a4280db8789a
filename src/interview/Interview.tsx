import { useHistory, useLocation } from '@docusaurus/router';
import Translate from '@docusaurus/Translate';
import useIsBrowser from '@docusaurus/useIsBrowser';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useDesk } from '../classroom/useDesk';
import type { Wish } from './choose';
import { ratingOf, reportOf, wasAsked } from './reporting';
import { type Item, itemsOf } from './items';
import { begin, change, isRunning } from './steps';
import { memory } from '../memory';
import { newId } from '../memory/keys';
import type { Interview, InterviewAnswer } from '../memory/types';
import { useMemory } from '../memory/useMemory';
import type { Bank } from '../model/questions';
import { Waiting } from '../classroom/question/Waiting';
import { askerOf } from '../practice/review/useAsked';
import { useBank } from '../practice/review/useBank';
import { useNextFocus } from '../ui/useNextFocus';
import { Page } from '../ui/Page';
import { Stack } from '../ui/layout';
import { Notice } from '../ui/Panel';
import { Report } from './Report';
import { Running } from './Running';
import { Setup } from './Setup';
import css from './Interview.module.css';

/** A mock interview: set up, asked, reported. What is under way goes on after a reload. */
export default function InterviewPage(): ReactNode {
  const { bank, failure } = useBank();
  const { isReady, interviews, unkept } = useMemory();
  const isThere = useIsBrowser() && bank && isReady;
  const wanted = new URLSearchParams(useLocation().search).get('report');
  const running = interviews.filter(isRunning).at(-1);
  const shown = interviews.find(({ id, ended }) => id === wanted && ended !== null);
  return (
    <Page
      width="text"
      title={<Translate id="interview.title">Mock interview</Translate>}
      // It says what an interview is; once there is one, it is in the way.
      lead={
        !running &&
        !shown && (
          <Translate id="interview.lead">
            Questions an interviewer would ask, against the clock. At the end you see what a junior, a senior and a
            staff engineer would have said, and what to read.
          </Translate>
        )
      }
    >
      <Stack gap={6} isFilled>
        <noscript>
          <p>
            <Translate id="interview.noscript">
              The interview needs JavaScript to choose the questions and run the models. Without it, you’ll find the
              questions, with answers, at the end of each section of the book.
            </Translate>
          </p>
        </noscript>
        {unkept !== undefined && <Notice tone="partly">{unkept}</Notice>}
        {isThere ? (
          <Desk {...{ bank, interviews, running, shown }} />
        ) : (
          failure !== undefined && <Waiting failure={failure} />
        )}
      </Stack>
    </Page>
  );
}

interface DeskProps {
  bank: Bank;
  interviews: readonly Interview[];
  running: Interview | undefined;
  /** Whose report is asked for. */
  shown: Interview | undefined;
}

function Desk({ bank, interviews, running, shown }: DeskProps): ReactNode {
  const { pathname } = useLocation();
  const history = useHistory();
  const { desk, wake } = useDesk();
  const ask = useMemo(() => askerOf(desk), [desk]);
  const [seed, setSeed] = useState(newId);
  const itemOf = useMemo(() => itemsOf(bank), [bank]);
  const before = useMemo(() => lastAsked(interviews), [interviews]);

  const place = useRef<HTMLDivElement>(null);
  const keepFocus = useNextFocus(place, `${shown?.id} ${running?.id}`);

  const go = (id?: string): void => {
    keepFocus();
    history.push(id === undefined ? pathname : `${pathname}?report=${id}`);
  };
  const put = (interview: Interview): void => {
    void memory().keepInterview(interview);
    if (interview.ended !== null && interview.id === running?.id) go(interview.id);
  };
  function start(wish: Wish, chosen: readonly Item[]): void {
    wake();
    put(begin(seed, Date.now(), wish, chosen));
    go();
  }
  const mark = (interview: Interview, card: string, part: Partial<InterviewAnswer>): void =>
    put(
      change(
        interview,
        interview.answers.findIndex((answer) => answer.card === card),
        part,
      ),
    );
  const finishedRef = useRef('');
  async function finish(interview: Interview): Promise<void> {
    // A button can be pressed twice before it is gone.
    if (finishedRef.current === interview.id) return;
    finishedRef.current = interview.id;
    // First, so that nothing is counted twice.
    await memory().keepInterview({ ...interview, marked: Date.now() });
    for (const { card, share } of interview.answers.filter(wasAsked)) {
      const item = itemOf(card);
      // Nothing brings an incident back.
      if (share !== null && item && item.form !== 'incident')
        await memory().answer(card, ratingOf(share), 'interview', share);
    }
  }

  return (
    <div ref={place} className={css.place} tabIndex={-1}>
      {shown ? (
        <Report
          interview={shown}
          bank={bank}
          ask={ask}
          onMark={(card, part) => mark(shown, card, part)}
          onDone={() => void finish(shown)}
          onAgain={() => {
            setSeed(newId());
            go();
          }}
        />
      ) : running ? (
        <Running key={running.id} interview={running} itemOf={itemOf} ask={ask} onChange={put} />
      ) : (
        <Setup
          bank={bank}
          seed={seed}
          before={before}
          earlier={interviews
            .filter(({ ended }) => ended !== null)
            .map((interview) => ({ interview, share: reportOf(interview, bank).share }))
            .reverse()}
          addressOf={({ id }) => `${pathname}?report=${id}`}
          onStart={start}
          onForget={({ id }) => void memory().forgetInterview(id)}
        />
      )}
    </div>
  );
}

/** When each card was asked last. */
function lastAsked(interviews: readonly Interview[]): Map<string, number> {
  return new Map(
    interviews.flatMap(({ started, answers }) =>
      answers.filter(wasAsked).map(({ card }): [string, number] => [card, started]),
    ),
  );
}
