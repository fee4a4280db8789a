import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { pointsAfter } from '../../labs/lab';
import { Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';
import { Hosts } from '../Hosts';
import { Start } from '../Start';
import { undisturbed } from '../undisturbed';
import { useMachine } from '../useMachine';
import type { ShownLab } from './all';
import { keepPoints, useProgress } from './kept';
import { LabPanel } from './LabPanel';
import { SIZE, useLab } from './useLab';
import css from './lab.module.css';

/** A lab: its task beside the terminals of a machine of its own. */
export function LabRoom({ lab }: { lab: ShownLab }): ReactNode {
  const machine = useMachine();
  const desk = useLab(lab);
  const { hints } = useProgress(lab.id);
  const { state, bytes, start, stop } = machine;

  async function check(): Promise<void> {
    if (state.is !== 'on') return;
    const { is } = await undisturbed(state, desk.check);
    if (is === 'solved') keepPoints(lab.id, pointsAfter(hints));
  }
  return (
    <Stack gap={5} isFilled>
      <Text size="note">
        <Link to="/linux/#labs">
          <Translate id="linux.labs.all">All labs</Translate>
        </Link>
      </Text>
      <div className={css.room}>
        <LabPanel lab={lab} desk={desk} {...(state.is === 'on' && { onCheck: () => void check() })} />
        {state.is === 'on' ? (
          <Hosts on={state} desk={machine} />
        ) : (
          <Start state={state} bytes={bytes} onStart={() => start({ size: SIZE, run: desk.prepare })} onStop={stop} />
        )}
      </div>
    </Stack>
  );
}
