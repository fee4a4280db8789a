import type { ReactNode } from 'react';
import type { Prerendered } from '../../model/types';
import { useExperiment } from '../useExperiment';
import { useInPage } from '../useInPage';
import { SmallView } from './SmallView';
import type { Chosen } from './types';
import { useShared } from './useShared';

export interface SmallProps extends Chosen {
  id: string;
  /** As of a laboratory: prefix of its values in the address, and what numbers in the text call it. */
  name?: string;
  /** The preset it starts from, if not the first. */
  preset?: string;
  /** The name of a figure of the same experiment on this page: what one shows, the other does. */
  share?: string;
}

interface WithData extends SmallProps {
  data: Prerendered;
}

/** A run of its own. */
function Own({ id, name = id, preset, data, ...chosen }: WithData): ReactNode {
  const figure = useExperiment(data, name, preset);
  useInPage(figure, data.experiment);
  return <SmallView {...figure} {...chosen} experiment={data.experiment} />;
}

/** What another figure of the page shows. */
function Shared({ preset, data, share, ...chosen }: WithData & { share: string }): ReactNode {
  const figure = useShared(share, data, preset);
  return <SmallView {...figure} {...chosen} experiment={data.experiment} laboratory={share} />;
}

/** A small figure, alive: one lane or one drawing, one or two controls, a sentence and a number. */
export const Small = ({ share, ...props }: WithData): ReactNode =>
  share === undefined ? <Own {...props} /> : <Shared {...props} share={share} />;
