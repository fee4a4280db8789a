import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import { useDocsVersion } from '@docusaurus/plugin-content-docs/client';
import data from '@inflight/catalogue.json';
import { Fragment, type ReactNode } from 'react';
import { anchorOf, REFERENCE } from '../../model/knobs';
import { Marked } from '../../ui/Marked';
import type { Finding } from './model';
import css from './Tree.module.css';

/** Where a way ends: the cause, the cure, and where to see both. */
export function Result({ finding }: { finding: Finding }): ReactNode {
  const { cause, cure, figure, chapter, story, knobs } = finding;
  const entry = data.entries.find(({ id }) => id === figure.id);
  const preset = entry?.presets.find(({ id }) => id === figure.preset);
  if (!entry || !preset) throw new Error(`The tree: there is no ${figure.id} with a preset ${figure.preset}`);
  return (
    <div className={css.result}>
      <p>
        <Marked text={cause} />
      </p>
      <p>
        <b>
          <Translate id="tree.cure">What to do.</Translate>
        </b>{' '}
        <Marked text={cure} />
      </p>
      <ul className={css.links}>
        <li>
          <Translate
            id="tree.figure"
            values={{
              figure: <Link to={`/figures/${entry.id}/${preset.search}`}>{`${entry.title} · ${preset.name}`}</Link>,
            }}
          >
            {'See it: {figure}'}
          </Translate>
        </li>
        <li>
          <Translate id="tree.chapter" values={{ chapter: <ToDoc doc={chapter} /> }}>
            {'Read why: {chapter}'}
          </Translate>
        </li>
        {story && (
          <li>
            <Translate id="tree.case" values={{ story: <ToDoc doc={`cases/${story}`} /> }}>
              {'A case like this: {story}'}
            </Translate>
          </li>
        )}
        <li>
          <Translate
            id="tree.knobs"
            values={{
              knobs: (
                <>
                  {knobs.map((knob, index) => (
                    <Fragment key={knob}>
                      {index > 0 && ', '}
                      <Link to={`${REFERENCE}#${anchorOf(knob)}`}>
                        <code>{knob}</code>
                      </Link>
                    </Fragment>
                  ))}
                </>
              ),
            }}
          >
            {'Knobs: {knobs}'}
          </Translate>
        </li>
      </ul>
    </div>
  );
}

/** A link to a page of the book, `opening/listen-queues#full`, by its title. */
function ToDoc({ doc }: { doc: string }): ReactNode {
  const { docs } = useDocsVersion();
  const [id, anchor] = doc.split('#') as [string, string?];
  if (!docs[id]) throw new Error(`The tree: there is no chapter ${id}`);
  return <Link to={`/book/${id}/${anchor ? `#${anchor}` : ''}`}>{docs[id].title}</Link>;
}
