import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import Layout from '@theme/Layout';
import type { ReactNode } from 'react';
import type { Chapter } from '../../model/gallery';
import type { Prerendered } from '../../model/types';
import Experiment from '../Experiment';
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
      <main className={css.page}>
        <p className={css.up}>
          <Link to="/figures/">
            <Translate id="gallery.back">All figures</Translate>
          </Link>
        </p>
        <h1>{title}</h1>
        <Experiment id={id} data={data} />
        <div className={css.notes}>
          {leavesOut && (
            <section>
              <h2>
                <Translate id="gallery.leavesOut">What the model leaves out</Translate>
              </h2>
              <p>{leavesOut}</p>
            </section>
          )}
          {chapters.length > 0 && (
            <section>
              <h2>
                <Translate id="gallery.chapters">Where the book uses it</Translate>
              </h2>
              <ChapterLinks chapters={chapters} />
            </section>
          )}
        </div>
      </main>
    </Layout>
  );
}
