import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { FailureNotice } from '../../linux/FailureNotice';
import type { RecordingDesk } from '../../linux/useRecording';
import { megabytes, sentenceOf } from '../../linux/words';
import type { Plan, Refusal } from '../../machine/record/plan';
import type { Comparison, Experiment } from '../../model/contract';
import { Button } from '../../ui/Button';
import { Row, Stack } from '../../ui/layout';
import { Progress } from '../../ui/Progress';
import { Text } from '../../ui/Text';
import { lanesOf } from '../views';
import { KernelPicture } from './KernelPicture';
import { Metrics } from './Metrics';

const Refused = ({ why }: { why: Refusal }): ReactNode => (
  <Text size="note" tone="soft">
    {why === 'too-much' ? (
      <Translate id="figure.onLinux.tooMuch">
        The Linux in the page is too slow for this rate. Choose a lower one to run it there.
      </Translate>
    ) : (
      <Translate
        id="figure.onLinux.unknown"
        values={{
          linux: (
            <Link to="/linux/">
              <Translate id="figure.onLinux.page">Linux page</Translate>
            </Link>
          ),
        }}
      >
        {'The page can’t run this by itself. You can type what the machine has of it on the {linux}.'}
      </Translate>
    )}
  </Text>
);

function Outcome({ experiment, comparison }: { experiment: Experiment; comparison: Comparison }): ReactNode {
  const name = comparison.name;
  return (
    <>
      <KernelPicture lanes={lanesOf(experiment)} comparison={{ ...comparison, setting: name }} />
      {comparison.reason ? <Text size="note">{comparison.reason}</Text> : <Metrics comparison={comparison} />}
    </>
  );
}

export interface OnLinuxProps {
  experiment: Experiment;
  /** Of the figure’s commands. */
  plan: Plan | Refusal;
  desk: RecordingDesk;
}

/** The figure’s commands, run on a real kernel in the page, and how far the model is from what it did. */
export function OnLinux({ experiment, plan, desk: { state, bytes, start, stop } }: OnLinuxProps): ReactNode {
  if (typeof plan === 'string') return <Refused why={plan} />;
  return (
    <Stack isFilled aria-busy={state.is === 'loading' || state.is === 'running'}>
      {state.is === 'failed' && (
        <FailureNotice
          sentence={
            state.why === 'broken' ? (
              <Translate id="figure.onLinux.broken">It didn’t run to its end.</Translate>
            ) : (
              sentenceOf(state.why)
            )
          }
          detail={state.detail}
        />
      )}
      {state.is === 'loading' || state.is === 'running' ? (
        <Row isCentred>
          {state.is === 'loading' ? (
            <>
              <Progress value={state.come} max={bytes} />
              <Text as="span" size="note" isNumbers role="status">
                <Translate id="figure.onLinux.loading" values={{ come: megabytes(state.come), all: megabytes(bytes) }}>
                  {'Linux: {come} of {all} MB'}
                </Translate>
              </Text>
            </>
          ) : (
            <>
              <Progress value={state.share < 1 ? state.share : undefined} />
              <Text as="span" size="note" role="status">
                {state.share < 1 ? (
                  <Translate id="figure.onLinux.running">Linux is running it …</Translate>
                ) : (
                  <Translate id="figure.onLinux.judging">The model is running it …</Translate>
                )}
              </Text>
            </>
          )}
          <Button onClick={stop}>
            <Translate id="figure.onLinux.cancel">Cancel</Translate>
          </Button>
        </Row>
      ) : (
        <Row isCentred>
          <Button look="main" onClick={() => start(plan)}>
            <Translate id="figure.onLinux.run">Run it on Linux</Translate>
          </Button>
          <Text as="span" size="note" tone="soft">
            <Translate
              id="figure.onLinux.costs"
              values={{ seconds: Math.round(plan.scenario.duration), size: megabytes(bytes) }}
            >
              {
                '{seconds} s of a real kernel, here in the page: a download of {size} MB the first time, and a minute or so of your processor.'
              }
            </Translate>
          </Text>
        </Row>
      )}
      {state.is === 'done' && <Outcome experiment={experiment} comparison={state.comparison} />}
    </Stack>
  );
}
