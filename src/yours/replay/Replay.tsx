import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import { useKernelChoice } from '../../figure/useKernelChoice';
import { yourKernel } from '../../memory/kernel';
import type { CaptureReplay, Params } from '../../model/contract';
import { KERNEL } from '../../model/kernels';
import { Button } from '../../ui/Button';
import { Row, Stack } from '../../ui/layout';
import { Notice } from '../../ui/Panel';
import { Progress } from '../../ui/Progress';
import { Section } from '../../ui/Section';
import { Text } from '../../ui/Text';
import { Curves } from './Curves';
import { Estimates } from './Estimates';
import { Knobs } from './Knobs';
import type { Ask } from './newest';
import css from './Replay.module.css';
import { useNewest } from './useNewest';

interface ReplayProps {
  /** Runs the model beside the capture, with these changes. It stays the same function for the same capture. */
  ask: Ask<CaptureReplay>;
}

/** What would have been if: the model is told what the capture shows, and runs beside it. */
export function Replay({ ask }: ReplayProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={<Translate id="yours.replay.title">What if?</Translate>}>
      {isOpen ? (
        <Beside ask={ask} />
      ) : (
        <>
          <Text isProse>
            <Translate id="yours.replay.about">
              The book’s model of Linux can run beside your capture. It is told your kernel and what the capture shows
              of the path and of both ends, and it says how well that explains the capture. Then you can change a buffer
              and see what the transfer would have taken.
            </Translate>
          </Text>
          <Row data-only="screen scripts">
            <Button look="main" onClick={() => setOpen(true)}>
              <Translate id="yours.replay.open">Replay it with the model</Translate>
            </Button>
          </Row>
        </>
      )}
    </Section>
  );
}

function Beside({ ask }: ReplayProps): ReactNode {
  const [first] = useState<Params>(() => ({ [KERNEL]: yourKernel.get() }));
  const { answer, failure, share, want } = useNewest(ask, first);
  // What isn't as captured, and the kernel that all estimates are made for.
  const [changes, setChanges] = useState(first);
  function wish(to: Params): void {
    setChanges(to);
    want(to);
  }
  const tell = useKernelChoice(changes[KERNEL], false, (kernel) => wish({ ...changes, [KERNEL]: kernel }));
  if (!answer)
    return failure === undefined ? (
      <Progress
        label={translate({ id: 'yours.replay.running', message: 'The model runs' })}
        {...(share !== undefined && share > 0 && { value: share })}
      />
    ) : (
      <Notice tone="bad">{failure}</Notice>
    );
  const { captured, fit } = answer;
  function change(to: Params, changed?: string): void {
    wish(Object.fromEntries(Object.entries(to).filter(([name, value]) => name === KERNEL || value !== captured[name])));
    if (changed === KERNEL) tell(to[KERNEL]);
  }
  return (
    <Stack gap={5} isFilled>
      <Notice tone={fit.explains ? 'good' : 'partly'}>{fit.sentence}</Notice>
      <Said sentence={answer.sentence} share={share} failure={failure} />
      <Curves replay={answer} capture={answer.capture} asCaptured={answer.as_captured ?? undefined} />
      <Knobs
        controls={answer.controls}
        values={{ ...captured, ...changes }}
        base={{ ...captured, [KERNEL]: changes[KERNEL]! }}
        onValues={change}
        reset={<Translate id="yours.replay.reset">As captured</Translate>}
      />
      <Text as="h3">
        <Translate id="yours.replay.estimated">What the capture shows</Translate>
      </Text>
      <Estimates controls={answer.controls} estimates={answer.estimates} />
      <LeavesOut said={answer.leaves_out} />
    </Stack>
  );
}

interface SaidProps {
  sentence: string;
  /** Of a run that is under way. */
  share: number | undefined;
  failure: string | undefined;
}

/** What the model says; while the next run is under way, that is marked. */
export const Said = ({ sentence, share, failure }: SaidProps): ReactNode => (
  <div className={css.said}>
    <Text size="lead" isStrong role="status" data-replay="sentence" aria-busy={share !== undefined}>
      {sentence}
    </Text>
    {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
    {/* It keeps its place, so that nothing moves when a run begins or ends. */}
    <div className={css.progress} data-running={share !== undefined}>
      <Progress {...(share !== undefined && share > 0 && { value: share })} />
    </div>
  </div>
);

/** What the model doesn't know of. */
export const LeavesOut = ({ said }: { said: string }): ReactNode => (
  <Text as="small">
    <Translate id="yours.replay.leavesOut" values={{ said }}>
      {'The model leaves out: {said}'}
    </Translate>
  </Text>
);
