import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useMemo, useState } from 'react';
import { useKernelChoice } from '../../figure/useKernelChoice';
import { yourKernel } from '../../memory/kernel';
import type { Params, Replay } from '../../model/contract';
import { KERNEL } from '../../model/kernels';
import { Button } from '../../ui/Button';
import { Row, Stack } from '../../ui/layout';
import { Notice } from '../../ui/Panel';
import { Progress } from '../../ui/Progress';
import { Section } from '../../ui/Section';
import { Curves } from './Curves';
import { Knobs } from './Knobs';
import { ONLY_BESIDE } from './link';
import type { Ask } from './newest';
import { LeavesOut, Said } from './Replay';
import { useNewest } from './useNewest';

interface ReplayAloneProps {
  /** Runs the model with these parameters. It stays the same function. */
  ask: Ask<Replay>;
  /** Those of the link, as they stand there. */
  values: Params;
  onClose: () => void;
}

/** A link that somebody copied from a replay: the model's run, without the capture, which never was in the link. */
export function ReplayAlone({ ask, values: linked, onClose }: ReplayAloneProps): ReactNode {
  const first = useMemo(() => ({ [KERNEL]: yourKernel.get(), ...linked }), [linked]);
  const { answer, failure, share, want } = useNewest(ask, first);
  const [wished, setWished] = useState<Params>();
  const [base, setBase] = useState<Params>();
  if (answer && !base) setBase(answer.values);
  const values = wished ?? answer?.values;
  function wish(to: Params): void {
    setWished(to);
    want(to);
  }
  const tell = useKernelChoice(values?.[KERNEL], false, (kernel) => wish({ ...values, [KERNEL]: kernel }));
  return (
    <Section title={<Translate id="yours.replay.aloneTitle">A run of the model, from a link</Translate>}>
      <Notice tone="accent" role="note">
        <Translate id="yours.replay.alone">
          The link holds the model’s settings only. The capture that they were estimated from isn’t in it, and was never
          sent anywhere.
        </Translate>
      </Notice>
      {answer && values && base ? (
        <Stack gap={5} isFilled>
          <Said sentence={answer.sentence} share={share} failure={failure} />
          <Curves replay={answer} />
          <Knobs
            controls={answer.controls}
            values={values}
            base={base}
            hidden={ONLY_BESIDE}
            onValues={(to, changed) => {
              wish(to);
              if (changed === KERNEL) tell(to[KERNEL]);
            }}
            reset={<Translate id="yours.replay.asLinked">As in the link</Translate>}
          />
          <LeavesOut said={answer.leaves_out} />
        </Stack>
      ) : failure === undefined ? (
        <Progress
          label={translate({ id: 'yours.replay.running', message: 'The model runs' })}
          {...(share !== undefined && share > 0 && { value: share })}
        />
      ) : (
        <Notice tone="bad">{failure}</Notice>
      )}
      <Row data-only="screen">
        <Button look="quiet" onClick={onClose}>
          <Translate id="yours.replay.close">Open a capture of your own</Translate>
        </Button>
      </Row>
    </Section>
  );
}
