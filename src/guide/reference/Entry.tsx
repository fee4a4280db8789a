import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import useBrokenLinks from '@docusaurus/useBrokenLinks';
import CodeBlock from '@theme/CodeBlock';
import Heading from '@theme/Heading';
import clsx from 'clsx';
import { memo, type ReactNode } from 'react';
import { anchorOf, type Knob } from '../../model/knobs';
import { breakable } from '../../ui/breakable';
import { Sources } from '../../figure/tabs/Sources';
import folded from '../../ui/finder/Folded.module.css';
import { verdicts } from '../../prose/verdicts';
import { Defaults, Latest } from './Defaults';
import { Words } from './Words';
import css from './Entry.module.css';

/** More figures than this are folded away behind the one that shows it best. */
const FEW = 6;

function Row({ title, children }: { title: ReactNode; children: ReactNode }): ReactNode {
  return (
    <div className={css.field}>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Links({ to }: { to: readonly { url: string; title: string }[] }): ReactNode {
  return (
    <ul className={css.links}>
      {to.map(({ url, title }) => (
        <li key={url}>
          <Link to={url}>{title}</Link>
        </li>
      ))}
    </ul>
  );
}

function Figures({ figures }: Pick<Knob, 'figures'>): ReactNode {
  const links = figures.map(({ id, title }) => ({ url: `/figures/${id}/`, title }));
  if (links.length <= FEW) return <Links to={links} />;
  return (
    <>
      <Links to={links.slice(0, FEW - 1)} />
      <details>
        <summary>
          <Translate id="knobs.moreFigures" values={{ more: links.length - FEW + 1 }}>
            {'and {more} more'}
          </Translate>
        </summary>
        <Links to={links.slice(FEW - 1)} />
      </details>
    </>
  );
}

function Default({ unit }: { unit: string }): ReactNode {
  if (unit === '') return <Translate id="knobs.default">Default</Translate>;
  return (
    <Translate id="knobs.defaultIn" values={{ unit }}>
      {'Default, in {unit}'}
    </Translate>
  );
}

interface EntryProps {
  knob: Knob;
  hidden: boolean;
  /** Of all knobs: name → where it stands. */
  anchors: ReadonlyMap<string, string>;
}

/**
 * One knob: what it is, and, unfolded, what it was, what it does, and whether to touch it. The heading stands beside
 * what is folded, as the search of the site takes what follows a heading for its text.
 */
export const Entry = memo(function Entry({ knob, hidden, anchors }: EntryProps): ReactNode {
  const { name, also, anchor, unit, summary, defaults, limits, touch, leave, see, figures, chapters, facts } = knob;
  const { collectAnchor } = useBrokenLinks();
  for (const each of also) collectAnchor(anchorOf(each));
  const words = (text: string) => <Words anchors={anchors}>{text}</Words>;
  return (
    <section
      className={clsx(css.entry, folded.entry)}
      aria-labelledby={anchor}
      data-entry
      data-knob={name}
      hidden={hidden}
    >
      {also.map((each) => (
        <span key={each} id={anchorOf(each)} className={css.also} />
      ))}
      <Heading as="h3" id={anchor} className={clsx(css.name, folded.name)}>
        <code>{breakable(name)}</code>
      </Heading>
      <details>
        <summary className={clsx(css.summary, folded.summary)}>
          <span>
            <Words>{summary}</Words>
          </span>{' '}
          {defaults.length > 0 && (
            <span className={css.now}>
              <Translate id="knobs.default">Default</Translate> <Latest defaults={defaults} unit={unit} />
            </span>
          )}
        </summary>
        {also.length > 0 && (
          <p className={css.others}>
            <Translate id="knobs.also">Also:</Translate>{' '}
            {also.map((each) => (
              <code key={each}>{breakable(each)}</code>
            ))}
          </p>
        )}
        <dl className={css.fields}>
          {defaults.some(({ since, note }) => since !== '' || note) && (
            <Row title={<Default unit={unit} />}>
              <Defaults defaults={defaults} anchors={anchors} />
            </Row>
          )}
          <Row title={<Translate id="knobs.limits">What it limits</Translate>}>
            <p>{words(limits)}</p>
          </Row>
          <Row title={<Translate id="knobs.touch">Change it</Translate>}>
            <p>{words(touch)}</p>
          </Row>
          <Row title={<Translate id="knobs.leave">Leave it</Translate>}>
            <p>{words(leave)}</p>
          </Row>
          {see.length > 0 && (
            <Row title={<Translate id="knobs.see">See its effect</Translate>}>
              <CodeBlock language="bash">{see.join('\n')}</CodeBlock>
            </Row>
          )}
          {figures.length > 0 && (
            <Row title={<Translate id="knobs.figures">Figures</Translate>}>
              <Figures figures={figures} />
            </Row>
          )}
          {chapters.length > 0 && chapters.length <= FEW && (
            <Row title={<Translate id="knobs.chapters">Chapters</Translate>}>
              <Links to={chapters} />
            </Row>
          )}
          {facts.length > 0 && (
            <Row title={<Translate id="knobs.facts">People say</Translate>}>
              <ul className={css.facts}>
                {facts.map(({ id, claim, verdict, url }) => (
                  <li key={id} data-verdict={verdict}>
                    <Link to={url}>
                      “<Words>{claim}</Words>”
                    </Link>{' '}
                    <b>{verdicts[verdict]}</b>
                  </li>
                ))}
              </ul>
            </Row>
          )}
          <Row title={<Translate id="knobs.sources">Sources</Translate>}>
            <Sources sources={knob.sources} />
          </Row>
        </dl>
      </details>
    </section>
  );
});
