import { translate } from '@docusaurus/Translate';
import { type ReactNode, type RefObject, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { Experiment } from '../../model/contract';
import { formatFigure } from '../../views/format';
import { draw } from '../../views/draw';
import { Text } from '../../ui/Text';
import { Change } from '../Change';
import { touched } from '../inPage';
import type { State } from '../state';
import type { Scene } from '../useScene';
import { lanesOf } from '../views';
import { useInSight } from './useInSight';
import css from './Companion.module.css';

interface CompanionProps {
  name: string;
  experiment: Experiment;
  scene: Scene;
  state: State;
  /** The picture that it takes the place of. */
  picture: RefObject<Element | null>;
}

/** px, as in its style sheet. */
const SIZE = { width: 246, tall: 84 };

/** What the number does, beside the text: while a number of the figure is touched that does not see its picture. */
export function Companion({ name, experiment, scene, state, picture }: CompanionProps): ReactNode {
  const isTouched = useSyncExternalStore(
    touched.subscribe,
    () => touched.get() === name,
    () => false,
  );
  const isSeen = useInSight(picture, isTouched);
  if (!isTouched || isSeen) return null;
  const [number] = Object.values(state.done.summary);
  const [before] = Object.values(scene.against?.summary ?? {});
  const lane = lanesOf(experiment)[0];
  const drawing =
    lane &&
    draw({
      ...scene,
      spec: { kind: 'lanes', title: lane.title, lanes: [lane] },
      events: false,
      ...SIZE,
      title: experiment.title,
      translate,
    });
  return createPortal(
    <aside className={`ui ${css.companion}`} data-companion={name} aria-label={experiment.title}>
      {number && (
        <div className={css.number}>
          <Text size="small" tone="soft">
            {number.label}
          </Text>
          <Text as="b" isNumbers>
            {formatFigure(number)}
          </Text>{' '}
          <Change now={number} before={before} isKept={false} />
        </div>
      )}
      <div className={css.picture}>{drawing?.picture}</div>
    </aside>,
    document.body,
  );
}
