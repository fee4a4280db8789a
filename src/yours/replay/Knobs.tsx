import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import Controls from '../../figure/controls/Controls';
import type { Parameter, Params, Value } from '../../model/contract';
import { KERNEL } from '../../model/kernels';
import { Button } from '../../ui/Button';
import { Row } from '../../ui/layout';
import { Text } from '../../ui/Text';
import { CopyReplayLink } from './CopyReplayLink';

interface KnobsProps {
  controls: readonly Parameter[];
  values: Params;
  /** Where they started. */
  base: Params;
  hidden?: readonly string[];
  /** `name`: of the one that was changed; none, if all go back. */
  onValues: (values: Params, name?: string) => void;
  /** What takes them back there is called. */
  reset: ReactNode;
}

/** Those that stand there before a reader asks for all of them. */
const FIRST = ['sndbuf', 'rcvbuf', 'rtt', 'rate', 'buffer', 'loss', 'algorithm', KERNEL];

/** What can be changed in the model, the way back, and the link. */
export function Knobs({ controls, values, base, hidden = [], onValues, reset }: KnobsProps): ReactNode {
  // The order in which they are asked for: buffers first.
  const place = ({ name }: Parameter): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  const sorted = [...controls].sort((a, b) => place(a) - place(b));
  const isChanged = Object.keys(base).some((name) => values[name] !== base[name]);
  const change = (name: string, value: Value): void => onValues({ ...values, [name]: value }, name);
  return (
    <>
      <div data-only="screen scripts">
        <Controls
          parameters={sorted}
          knobs={FIRST}
          params={values}
          {...{ base, hidden }}
          onChange={change}
          onAgain={() => {}}
        />
      </div>
      <Row isCentred data-only="screen scripts">
        <Button onClick={() => onValues(base)} disabled={!isChanged}>
          {reset}
        </Button>
        <CopyReplayLink values={values} />
        <Text as="small" tone="soft">
          <Translate id="yours.replay.linkHolds">The link holds these settings, and nothing of the capture.</Translate>
        </Text>
      </Row>
    </>
  );
}
