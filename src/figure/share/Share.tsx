import useBaseUrl from '@docusaurus/useBaseUrl';
import { lazy, type ReactNode, type RefObject, Suspense, useState } from 'react';
import type { Experiment } from '../../model/contract';
import type { Figure } from '../useExperiment';
import { addressOf, ownAddress } from './address';
import { CopyLink } from './CopyLink';
import type { Format } from './download';
import { Menu } from './Menu';

const EmbedDialog = lazy(() => import('./EmbedDialog'));

export interface ShareProps {
  experiment: Experiment;
  figure: Figure;
  /** Does a link lead to the figure's own page? Otherwise to the page that it stands on. */
  toOwnPage: boolean;
  /** The element that holds the figure, and the part of it that holds the pictures. */
  frame: RefObject<HTMLElement | null>;
  pictures: RefObject<HTMLElement | null>;
}

/** Taking a figure away: as a link, as a file, or into another page. */
export function Share({ experiment, figure, toOwnPage, frame, pictures }: ShareProps): ReactNode {
  const [embedding, setEmbedding] = useState(false);
  const { state } = figure;
  const own = useBaseUrl(`/figures/${experiment.id}/`);
  const embed = useBaseUrl(`/embed/${experiment.id}/`);
  const script = useBaseUrl('/embed.js');

  const here = (path: string): string => new URL(path, window.location.href).href;
  const address = (): string =>
    toOwnPage
      ? ownAddress(here(own), experiment, figure.now())
      : addressOf(window.location.href, figure.name, experiment, figure.base, figure.now());

  async function take(format: Format): Promise<void> {
    const { download } = await import('./download');
    await download(format, {
      experiment,
      setting: state,
      address: address(),
      sentence: state.done.sentence,
      whole: figure.whole,
      frame: frame.current!,
      pictures: pictures.current!,
    });
  }

  return (
    <>
      <CopyLink address={address} />
      <Menu onEmbed={() => setEmbedding(true)} onDownload={take} />
      {embedding && (
        <Suspense>
          <EmbedDialog
            parameters={experiment.parameters}
            title={experiment.question}
            address={ownAddress(here(embed), experiment, figure.now())}
            script={here(script)}
            onClose={() => setEmbedding(false)}
          />
        </Suspense>
      )}
    </>
  );
}
