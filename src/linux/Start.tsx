import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Button } from '../ui/Button';
import { Row, Stack } from '../ui/layout';
import { Panel } from '../ui/Panel';
import { Progress } from '../ui/Progress';
import { Text } from '../ui/Text';
import { FailureNotice } from './FailureNotice';
import { megabytes, sentenceOf } from './words';
import type { State } from './useMachine';

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
      {state.is === 'failed' && <FailureNotice sentence={sentenceOf(state.why)} detail={state.detail} />}
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
