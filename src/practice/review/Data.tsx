import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import { ImportError, memory } from '../../memory';
import { dayStart } from '../../memory/day';
import { keepSkipped } from '../skipped';
import { saveFile } from '../../ui/saveFile';
import { useDrop } from '../../ui/useDrop';
import { useNoStray } from '../../classroom/grade/useNoStray';
import { Button } from '../../ui/Button';
import { FileButton } from '../../ui/FileButton';
import { Row, Stack } from '../../ui/layout';
import { Notice } from '../../ui/Panel';
import { messageOf } from '../../runtime/errors';

interface Said {
  text: string;
  isBad: boolean;
}

/** All that a reader's memory holds, to take along, to put together, to forget. */
export function Data({ children }: { children?: ReactNode }): ReactNode {
  const [said, setSaid] = useState<Said>();
  const [isSure, setSure] = useState(false);
  useNoStray();

  async function save(): Promise<void> {
    const text = await memory().exportText();
    saveFile(new Blob([text], { type: 'application/json' }), `in-flight-${today()}.json`);
  }

  async function take(files: Iterable<File>): Promise<void> {
    const [file] = files;
    if (!file) return;
    try {
      const { reviews, read, interviews, bets } = await memory().importText(await file.text());
      const isNew = reviews + read + interviews + bets > 0;
      setSaid({
        isBad: false,
        text: isNew
          ? translate(
              {
                id: 'practice.data.taken',
                message:
                  'Merged with what was here. New: {reviews} answers, {read} sections read, {interviews} interviews, {bets} bets.',
              },
              { reviews, read, interviews, bets },
            )
          : translate({
              id: 'practice.data.nothing',
              message: 'Everything in this file was already here. Nothing has changed.',
            }),
      });
    } catch (error) {
      const reason = error instanceof ImportError ? error.message : String(error);
      setSaid({
        isBad: true,
        text: translate({ id: 'practice.data.refused', message: '{file}: {reason}' }, { file: file.name, reason }),
      });
    }
  }

  async function clear(): Promise<void> {
    setSure(false);
    try {
      await memory().clear();
      keepSkipped(dayStart(Date.now()), new Set());
      setSaid({
        isBad: false,
        text: translate({ id: 'practice.data.cleared', message: 'Everything is forgotten. You’re starting afresh.' }),
      });
    } catch (error) {
      setSaid({ isBad: true, text: messageOf(error) });
    }
  }

  const drop = useDrop(({ files }) => void take(files));
  return (
    <Stack gap={5} isFilled>
      <p>
        <Translate id="practice.data.private">
          Your answers, your reading, your bets and your interviews are kept in this browser. Nothing leaves it. To
          continue elsewhere, or to be safe, export a file.
        </Translate>
      </p>
      <Row gap={3} isCentred>
        <Button onClick={() => void save()}>
          <Translate id="practice.data.export">Export everything</Translate>
        </Button>
        <FileButton accept=".json,application/json" onFiles={(files) => void take(files)} {...drop}>
          <Translate id="practice.data.import">Import a file (or drop it here)</Translate>
        </FileButton>
      </Row>
      <div role="status">
        {said && (
          <Notice tone={said.isBad ? 'bad' : 'good'} role={undefined}>
            {said.text}
          </Notice>
        )}
      </div>
      {children}
      <Row gap={3} isCentred>
        {isSure ? (
          <>
            <p>
              <Translate id="practice.data.sure">
                Forget all answers, reading, bets, interviews and settings in this browser? This can’t be undone.
              </Translate>
            </p>
            <Button isBad onClick={() => void clear()}>
              <Translate id="practice.data.forget">Forget everything</Translate>
            </Button>
            {/* The button that asked is gone, and the harmless answer has the keyboard. */}
            {/* eslint-disable-next-line jsx-a11y/no-autofocus */}
            <Button autoFocus onClick={() => setSure(false)}>
              <Translate id="practice.data.keep">Keep everything</Translate>
            </Button>
          </>
        ) : (
          <Button onClick={() => setSure(true)}>
            <Translate id="practice.data.reset">Start over …</Translate>
          </Button>
        )}
      </Row>
    </Stack>
  );
}

/** `2026-11-22`, where the reader is. */
function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}
