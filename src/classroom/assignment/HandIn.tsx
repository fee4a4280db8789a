import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { givenFor, isHandedAsIs, type Kept } from '../work';
import type { PaperQuestion } from '../../model/contract';
import { isWhole } from '../question/kinds/AnswerTo';
import { Button } from '../../ui/Button';
import { Row, Stack } from '../../ui/layout';
import { Notice, Panel } from '../../ui/Panel';
import { Text } from '../../ui/Text';

interface HandInProps {
  questions: readonly PaperQuestion[];
  kept: Kept;
  /** Are marks told then, and answers fixed? */
  isFinal: boolean;
  isBusy: boolean;
  failure: string | undefined;
  onHandIn: () => void;
  onReopen: () => void;
}

/** The end: what is missing, the file, and the receipt. */
export function HandIn({ questions, kept, isFinal, isBusy, failure, onHandIn, onReopen }: HandInProps): ReactNode {
  const { handed } = kept;
  const asked = questions.filter(({ kind }) => kind !== 'note');
  const open = asked.flatMap((question, i) =>
    isWhole(question, givenFor(kept, question.id).answer) ? [] : [{ id: question.id, number: i + 1 }],
  );
  const isAsIs = isHandedAsIs(kept);
  const canReopen = handed !== undefined && isFinal && !kept.reopened;
  return (
    <Stack as={Panel} gap={5} role="region" aria-labelledby="hand-in">
      <Text as="h2" id="hand-in" size="title">
        <Translate id="assignment.handIn.title">Hand in</Translate>
      </Text>
      {open.length > 0 && !isAsIs && (
        <p>
          <Translate id="assignment.handIn.open">Not answered yet:</Translate>{' '}
          {open.map(({ id, number }, i) => (
            <span key={id}>
              {i > 0 && ', '}
              <Jump to={`question-${id}`}>{number}</Jump>
            </span>
          ))}
        </p>
      )}
      {isFinal && !handed && (
        <p>
          <Translate id="assignment.handIn.final">
            You’ll see your marks once you hand in. After that, your answers are final.
          </Translate>
        </p>
      )}
      {handed && <Receipt {...handed} isAsIs={isAsIs} />}
      <Row gap={3}>
        {(!handed || !isAsIs || !isFinal || kept.reopened) && (
          <Button look="main" disabled={isBusy} onClick={onHandIn}>
            {isBusy
              ? translate({ id: 'assignment.handIn.busy', message: 'Making the file …' })
              : handed
                ? translate({ id: 'assignment.handIn.again', message: 'Hand in again' })
                : translate({ id: 'assignment.handIn.go', message: 'Hand in: save the file' })}
          </Button>
        )}
        {canReopen && (
          <Button onClick={onReopen}>
            <Translate id="assignment.reopen">Change answers</Translate>
          </Button>
        )}
        <Button onClick={() => window.print()}>
          <Translate id="assignment.print">Print, or save as PDF</Translate>
        </Button>
      </Row>
      {canReopen && (
        <small>
          <Translate id="assignment.reopen.worth">
            You have seen your marks. If you change answers now, your file will say so, and the new answers count for
            nothing unless your teacher decides otherwise.
          </Translate>
        </small>
      )}
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
    </Stack>
  );
}

interface ReceiptProps {
  receipt: string;
  name: string;
  at: string;
  isAsIs: boolean;
}

function Receipt({ receipt, name, at, isAsIs }: ReceiptProps): ReactNode {
  const when = new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Stack role="status">
      <p>
        <Translate id="assignment.receipt.file" values={{ name: <b>{name}</b> }}>
          {'Your file {name} was saved. Give it to your teacher.'}
        </Translate>
      </p>
      <Stack as="p" gap={1}>
        <small>
          <Translate id="assignment.receipt">Receipt</Translate>
        </small>
        <Text as="code" size="title" tone={isAsIs ? undefined : 'soft'} isStrong>
          {receipt}
        </Text>
      </Stack>
      <p>
        {isAsIs ? (
          <Translate id="assignment.receipt.keep" values={{ when }}>
            {'{when}. Write the receipt down: with it you can show that this is the work you handed in.'}
          </Translate>
        ) : (
          <Translate id="assignment.receipt.old">
            You have changed something since. Hand in again to get a new receipt.
          </Translate>
        )}
      </p>
    </Stack>
  );
}

/** Leads to a question without another entry in the address, which holds the assignment. */
function Jump({ to, children }: { to: string; children: ReactNode }): ReactNode {
  function go(): void {
    const element = document.getElementById(to);
    element?.scrollIntoView();
    element?.focus({ preventScroll: true });
  }
  return (
    <Button look="quiet" onClick={go}>
      {children}
    </Button>
  );
}
