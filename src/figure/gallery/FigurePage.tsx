import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import Layout from '@theme/Layout';
import type { ReactNode } from 'react';
import type { Chapter } from '../../model/gallery';
import type { Prerendered } from '../../model/types';
import Experiment from '../Experiment';
import { Grid, Stack } from '../../ui/layout';
import { Page } from '../../ui/Page';
import { Text } from '../../ui/Text';
import { ChapterLinks } from './ChapterLinks';
import css from './FigurePage.module.css';

interface FigurePageProps {
  data: Prerendered;
  chapters: Chapter[];
}

/** A figure on a page of its own: where its links from elsewhere lead. */
export default function FigurePage({ data, chapters }: FigurePageProps): ReactNode {
  const { id, title, question, leaves_out: leavesOut } = data.experiment;
  return (
    <Layout title={title} description={question}>
      <Page width="work" className={css.page}>
        <Text isStrong className={css.up}>
          <Link to="/figures/">
            <Translate id="gallery.back">All figures</Translate>
          </Link>
        </Text>
        <h1>{title}</h1>
        <Experiment id={id} data={data} />
        <Grid least="28rem" gap={7}>
          {leavesOut && (
            <Stack as="section" gap={3}>
              <h2>
                <Translate id="gallery.leavesOut">What the model leaves out</Translate>
              </h2>
              <Text size="body" isProse>
                {leavesOut}
              </Text>
            </Stack>
          )}
          {chapters.length > 0 && (
            <Stack as="section" gap={3}>
              <h2>
                <Translate id="gallery.chapters">Where the book uses it</Translate>
              </h2>
              <ChapterLinks chapters={chapters} />
            </Stack>
          )}
        </Grid>
      </Page>
    </Layout>
  );
}
