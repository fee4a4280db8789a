import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Button } from '../ui/Button';
import { Row, Stack } from '../ui/layout';
import { Notice, Panel } from '../ui/Panel';
import { Progress } from '../ui/Progress';
import { Text } from '../ui/Text';
import type { Failure, State } from './useMachine';

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** What went wrong, and what can be done about it. */
function sentenceOf(why: Failure): string {
  switch (why) {
    case 'memory':
      return translate({
        id: 'linux.failed.memory',
        message: 'This device doesn’t have enough memory for it: a tab needs about 300 MB. It works on most computers.',
      });
    case 'unreachable':
      return translate({ id: 'linux.failed.unreachable', message: 'It couldn’t be downloaded. Are you online?' });
    case 'damaged':
      return translate({
        id: 'linux.failed.damaged',
        message: 'What was downloaded isn’t what it should be, so it wasn’t started.',
      });
    case 'broken':
      return translate({ id: 'linux.failed.broken', message: 'It crashed. What you had set and typed is gone.' });
  }
}

interface StartProps {
  state: Exclude<State, { is: 'on' }>;
  bytes: number;
  onStart: () => void;
  onStop: () => void;
}

/** Before it runs: what it costs, how far it is, or why it doesn’t. */
export function Start({ state, bytes, onStart, onStop }: StartProps): ReactNode {
  return (
    <Stack as={Panel} gap={5} aria-busy={state.is === 'loading'}>
      {state.is === 'failed' && (
        <Notice as="div" tone="bad">
          {sentenceOf(state.why)}
          {state.detail && (
            <Text size="small" tone="soft">
              {state.detail}
            </Text>
          )}
        </Notice>
      )}
      {state.is === 'loading' ? (
        <>
          <Row isCentred>
            <Progress value={state.come} max={bytes} />
            <Text as="span" size="note" isNumbers role="status">
              {state.come < bytes ? (
                <Translate id="linux.loading" values={{ come: megabytes(state.come), all: megabytes(bytes) }}>
                  {'{come} of {all} MB'}
                </Translate>
              ) : (
                <Translate id="linux.starting">Starting …</Translate>
              )}
            </Text>
          </Row>
          <Button onClick={onStop}>
            <Translate id="linux.cancel">Cancel</Translate>
          </Button>
        </>
      ) : (
        <>
          <Text isProse>
            <Translate id="linux.costs" values={{ size: megabytes(bytes) }}>
              {
                'It’s a download of {size} MB the first time, which your browser keeps, and about 300 MB of memory while it runs. You need neither root nor a server: everything stays in this tab.'
              }
            </Translate>{' '}
            <Link to="/book/about/linux/">
              <Translate id="linux.about">What is in it?</Translate>
            </Link>
          </Text>
          <Button look="main" onClick={onStart}>
            {state.is === 'failed' ? (
              <Translate id="linux.again">Try again</Translate>
            ) : (
              <Translate id="linux.start">Start Linux</Translate>
            )}
          </Button>
        </>
      )}
    </Stack>
  );
}
