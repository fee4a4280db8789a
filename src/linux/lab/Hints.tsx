import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { HINT_COSTS } from '../../labs/lab';
import { Button } from '../../ui/Button';
import { Bullets, Stack } from '../../ui/layout';
import type { ShownLab } from './all';
import { keepHints, useProgress } from './kept';
import { LabWords } from './LabWords';

/** Hints, one after the other; each costs points until the lab is solved. */
export function Hints({ lab }: { lab: ShownLab }): ReactNode {
  const { hints, points } = useProgress(lab.id);
  const next = lab.hints[hints];
  return (
    <Stack>
      {hints > 0 && (
        <Bullets as="ol" aria-live="polite">
          {lab.hints.slice(0, hints).map((text) => (
            <li key={text}>
              <LabWords text={text} />
            </li>
          ))}
        </Bullets>
      )}
      {next !== undefined && (
        <Button look="quiet" onClick={() => keepHints(lab.id, hints + 1)}>
          {points === undefined ? (
            <Translate id="linux.labs.hint" values={{ costs: HINT_COSTS[hints]! }}>
              {'Show a hint for {costs} points'}
            </Translate>
          ) : (
            <Translate id="linux.labs.freeHint">Show a hint</Translate>
          )}
        </Button>
      )}
    </Stack>
  );
}
