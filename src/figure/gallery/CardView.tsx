import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Card } from '../../model/gallery';
import { keepUnits } from '../../text/units';
import { Panel } from '../../ui/Panel';
import { Text } from '../../ui/Text';
import { ChapterLinks } from './ChapterLinks';
import { Thumbnail } from './Thumbnail';
import css from './Gallery.module.css';

/** A figure in the gallery: its picture and its question, and where to go on. */
export function CardView({ card }: { card: Card }): ReactNode {
  const { id, question, title, presets, chapters, run } = card;
  return (
    <Panel as="li" className={css.card} data-figure={id}>
      <div className={css.picture}>
        <Thumbnail card={card} />
      </div>
      <h3>
        {/* Its area is the whole card, see the style sheet. */}
        <Link to={`/figures/${id}/`}>{question}</Link>
      </h3>
      <Text tone="soft" className={css.sentence}>
        {keepUnits(run.sentence)}
      </Text>
      <Text as="div" size="note" tone="soft" className={css.foot}>
        <p>
          {title} ·{' '}
          <Translate id="gallery.presets" values={{ presets }}>
            {'presets: {presets}'}
          </Translate>
        </p>
        {chapters.length > 0 && <ChapterLinks chapters={chapters} />}
      </Text>
    </Panel>
  );
}
