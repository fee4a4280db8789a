import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import type { MouseEvent, ReactNode } from 'react';
import type { Experiment } from '../../model/contract';
import { presetOf, settingOf } from '../parameters';
import type { State } from '../state';
import { firstLook, writeLink } from '../urlState';
import { standing } from '../views';
import css from './small.module.css';

interface OpenProps {
  experiment: Experiment;
  state: Pick<State, 'params' | 'seed'>;
  view: string | undefined;
  laboratory: string | undefined;
}

/** The way to all that the figure can do, as it stands: its own page, or the laboratory of this page that it shares. */
export function OpenLaboratory({ experiment, state, view, laboratory }: OpenProps): ReactNode {
  const { id } = experiment;
  const look = firstLook(experiment);
  const isStanding = standing(experiment).some(({ kind }) => kind === view);
  const search = writeLink('', id, experiment, settingOf(experiment, presetOf(experiment, undefined)), {
    ...state,
    look: { ...look, view: isStanding ? view! : look.view },
  });
  function go(event: MouseEvent): void {
    const frame = laboratory && document.querySelector<HTMLElement>(`[data-experiment="${CSS.escape(laboratory)}"]`);
    if (!frame) return;
    event.preventDefault();
    frame.focus({ preventScroll: true });
    frame.scrollIntoView();
  }
  return (
    <Link className={css.open} to={`/figures/${id}/${search}`} onClick={go}>
      <Translate id="figure.small.open">Open the laboratory</Translate>
    </Link>
  );
}
