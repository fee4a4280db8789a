import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useRuntime } from '../../figure/useRuntime';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Row, Stack } from '../../ui/layout';
import { Notice } from '../../ui/Panel';
import { Progress } from '../../ui/Progress';
import { Text } from '../../ui/Text';
import { busyServer, slowReader } from './examples';
import { Told } from './Told';
import { usePasted } from './usePasted';
import css from './Pasted.module.css';

/** A place for what a tool has printed, and below it what that says. Nothing of it is kept or sent. */
export default function Pasted(): ReactNode {
  const { runtime, status, wake } = useRuntime(false);
  const { answer, share, failure, read, forget } = usePasted(runtime);
  const [text, setText] = useState('');
  const results = useRef<HTMLDivElement>(null);
  const isReading = share !== undefined;

  // Results stand below what was pasted, which may fill the screen.
  useEffect(() => {
    if (answer) results.current?.scrollIntoView({ block: 'nearest' });
  }, [answer]);

  const show = (next: string) => {
    setText(next);
    read(next);
  };
  const isLost = status.state === 'failed' ? status.reason : undefined;
  const wrong = failure ?? isLost;
  return (
    <Stack gap={5} isFilled className="ui" aria-busy={isReading}>
      <Stack gap={4} isFilled data-only="screen scripts">
        <Field
          label={translate({
            id: 'pasted.label',
            message: 'Paste the output of ss, nstat, tc, ip, ethtool, sysctl or tcpdump',
          })}
          hint={translate({
            id: 'pasted.hint',
            message:
              'Several outputs at once are fine, with or without their prompts. Two snapshots of the same thing are compared. What you paste stays in this page and isn’t kept.',
          })}
        >
          <Area
            text={text}
            onFocus={wake}
            onText={(next, isPasted) => {
              // What was pasted into an empty place is all there is.
              if (isPasted && text === '') show(next);
              else setText(next);
            }}
          />
        </Field>
        <Row gap={3} isCentred>
          <Button look="main" disabled={text.trim() === '' || isReading} onClick={() => read(text)}>
            <Translate id="pasted.read">Explain it</Translate>
          </Button>
          {text === '' ? (
            <>
              <Button onClick={() => void slowReader().then(show)}>
                <Translate id="pasted.slow">Example: a slow reader</Translate>
              </Button>
              <Button onClick={() => void busyServer().then(show)}>
                <Translate id="pasted.busy">Example: a busy server</Translate>
              </Button>
            </>
          ) : (
            <Button
              onClick={() => {
                setText('');
                forget();
              }}
            >
              <Translate id="pasted.clear">Clear</Translate>
            </Button>
          )}
        </Row>
      </Stack>
      {isReading && (
        <Text size="note" tone="soft" role="status">
          {status.state === 'ready'
            ? translate({ id: 'pasted.reading', message: 'Reading …' })
            : translate({ id: 'pasted.loading', message: 'Python is starting …' })}{' '}
          <Progress value={status.state === 'ready' ? share : undefined} />
        </Text>
      )}
      {wrong && <Notice tone="bad">{wrong}</Notice>}
      <div ref={results} className={css.results}>
        {answer && <Told {...answer} />}
      </div>
    </Stack>
  );
}

interface AreaProps {
  text: string;
  onText: (text: string, isPasted: boolean) => void;
  onFocus: () => void;
  id?: string;
}

/** Lines as wide as they are. Browsers neither correct it nor remember it. */
const Area = ({ text, onText, ...rest }: AreaProps): ReactNode => (
  <textarea
    className={css.area}
    rows={8}
    wrap="off"
    spellCheck={false}
    autoComplete="off"
    autoCapitalize="off"
    autoCorrect="off"
    value={text}
    onChange={({ target, nativeEvent }) =>
      onText(target.value, (nativeEvent as InputEvent).inputType === 'insertFromPaste')
    }
    {...rest}
  />
);
