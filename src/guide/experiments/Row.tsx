import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import useBrokenLinks from '@docusaurus/useBrokenLinks';
import { Fragment, type ReactNode } from 'react';
import type { Entry } from '../../model/catalogue';
import { anchorOf, REFERENCE } from '../../model/knobs';
import css from './ExperimentIndex.module.css';

/** Links or words, with commas between them. */
function List({ items }: { items: readonly { key: string; node: ReactNode }[] }): ReactNode {
  return items.map(({ key, node }, index) => (
    <Fragment key={key}>
      {index > 0 && ', '}
      {node}
    </Fragment>
  ));
}

/** An experiment: its question leads to its page. */
export function Row({ entry }: { entry: Entry }): ReactNode {
  const { id, title, question, chapters, knobs, presets, recordings } = entry;
  useBrokenLinks().collectAnchor(id);
  const page = `/figures/${id}/`;
  return (
    <li id={id} className={css.row} data-experiment-id={id}>
      <div className={css.name}>
        <h3>
          <Link to={page}>{question}</Link>
        </h3>
        <p>
          {title} · <code>{id}</code>
        </p>
        <p>
          {recordings > 0 ? (
            <Translate id="index.recordings" values={{ recordings }}>
              {'Recordings of a kernel: {recordings}'}
            </Translate>
          ) : (
            <Translate id="index.noRecordings">No recording of a kernel</Translate>
          )}
        </p>
      </div>
      <dl>
        {chapters.length > 0 && (
          <>
            <dt>
              <Translate id="index.chapters">Chapters</Translate>
            </dt>
            <dd>
              <List items={chapters.map(({ title, url }) => ({ key: url, node: <Link to={url}>{title}</Link> }))} />
            </dd>
          </>
        )}
        <dt>
          <Translate id="index.presets">Begin with</Translate>
        </dt>
        <dd>
          <List
            items={presets.map(({ id, name, search }) => ({
              key: id,
              node: <Link to={page + search}>{name}</Link>,
            }))}
          />
        </dd>
        {knobs.length > 0 && (
          <>
            <dt>
              <Translate id="index.knobs">Knobs</Translate>
            </dt>
            <dd>
              <List
                items={knobs.map((knob) => ({
                  key: knob,
                  node: (
                    <Link to={`${REFERENCE}#${anchorOf(knob)}`}>
                      <code>{knob}</code>
                    </Link>
                  ),
                }))}
              />
            </dd>
          </>
        )}
      </dl>
    </li>
  );
}
