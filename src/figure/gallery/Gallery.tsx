import Translate, { translate } from '@docusaurus/Translate';
import Layout from '@theme/Layout';
import { type ReactNode, useState } from 'react';
import type { Gallery as Data } from '../../model/gallery';
import Finder from '../../ui/finder/Finder';
import { byPart, partFilter } from '../../ui/finder/parts';
import { Grid } from '../../ui/layout';
import { Section } from '../../ui/Section';
import { CardView } from './CardView';
import { matches } from './filter';
import { Page } from '../../ui/Page';

/** Every figure of the book. Without scripts there is nothing to filter with, and all are listed. */
export default function Gallery({ gallery: { parts, cards } }: { gallery: Data }): ReactNode {
  const [part, setPart] = useState('');
  const [text, setText] = useState('');
  const shown = cards.filter((card) => (part === '' || card.part === part) && matches(card, text));
  return (
    <Layout
      title={translate({ id: 'gallery.title', message: 'Figures' })}
      description={translate({
        id: 'gallery.description',
        message: 'Every interactive figure in the book, with the question it answers.',
      })}
    >
      <Page
        title={<Translate id="gallery.title">Figures</Translate>}
        lead={
          <Translate id="gallery.lead">
            Each one answers a question, and answers it again when you drag. Break it, fix it, then take it with you: as
            a link, as a file, or embedded in your own page.
          </Translate>
        }
      >
        <Finder
          label={translate({ id: 'gallery.find', message: 'Find a figure' })}
          text={text}
          onText={setText}
          filters={[partFilter(parts, part, setPart)]}
          count={
            <Translate id="gallery.count" values={{ shown: shown.length, all: cards.length }}>
              {'{shown} of {all} figures'}
            </Translate>
          }
        />
        {byPart(parts, shown, (card) => card.part).map(({ id, title, own }) => (
          <Section key={id} id={`part-${id}`} title={title}>
            <Grid as="ul" least="20.5rem" gap={6}>
              {own.map((card) => (
                <CardView key={card.id} card={card} />
              ))}
            </Grid>
          </Section>
        ))}
      </Page>
    </Layout>
  );
}
