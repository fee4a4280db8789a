import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Desk } from '../../useDesk';
import { isAbort, messageOf } from '../../../runtime/errors';
import { Button } from '../../../ui/Button';
import { Check, Field } from '../../../ui/Field';
import { Row, Stack } from '../../../ui/layout';
import { Text } from '../../../ui/Text';
import form from '../form/form.module.css';
import type { PrintedSheet } from './types';

interface SheetsProps {
  desk: Desk;
  /** The teacher's file. */
  text: string;
  roster: readonly string[];
  onPrint: (sheets: PrintedSheet[]) => void;
}

/** Papers for people without a computer, or for the file. */
export function Sheets({ desk, text, roster, onPrint }: SheetsProps): ReactNode {
  const [ids, setIds] = useState('');
  const [hasKey, setKey] = useState(false);
  const [done, setDone] = useState<number>();
  const [failure, setFailure] = useState('');
  const waiting = useRef<AbortController>(undefined);
  useEffect(() => () => waiting.current?.abort(), []);
  const students = ids
    .split(/[\n,;\t]+/)
    .map((each) => each.trim())
    .filter(Boolean);

  async function make(): Promise<void> {
    waiting.current?.abort();
    const abort = (waiting.current = new AbortController());
    setFailure('');
    setDone(0);
    try {
      const sheets: PrintedSheet[] = [];
      for (const student of students) {
        const paper = await desk.paper(text, student, abort.signal);
        sheets.push(hasKey ? { paper, keys: await desk.key(text, student, abort.signal) } : { paper });
        setDone(sheets.length);
      }
      onPrint(sheets);
    } catch (error) {
      if (!isAbort(error)) setFailure(messageOf(error));
    }
    setDone(undefined);
  }
  return (
    <Stack gap={3} isFilled>
      <Field label={translate({ id: 'teach.sheets.ids', message: 'Student IDs, one sheet each' })}>
        <textarea rows={2} className={form.mono} value={ids} onChange={({ target }) => setIds(target.value)} />
      </Field>
      <Row isCentred>
        {roster.length > 0 && (
          <Button onClick={() => setIds(roster.join('\n'))}>
            <Translate id="teach.sheets.roster">Everyone on the roster</Translate>
          </Button>
        )}
        <Check
          label={translate({ id: 'teach.sheets.key', message: 'with the key' })}
          checked={hasKey}
          onChange={({ target }) => setKey(target.checked)}
        />
        <Button disabled={students.length === 0 || done !== undefined} onClick={() => void make()}>
          {students.length > 1
            ? translate({ id: 'teach.sheets.print', message: 'Print {count} sheets' }, { count: students.length })
            : translate({ id: 'teach.sheets.one', message: 'Print the sheet' })}
        </Button>
        {done !== undefined && (
          <span role="status">
            {translate({ id: 'teach.sheets.done', message: '{done} of {count}' }, { done, count: students.length })}
          </span>
        )}
      </Row>
      {failure && (
        <Text tone="bad" role="alert">
          ✗ {failure}
        </Text>
      )}
    </Stack>
  );
}
