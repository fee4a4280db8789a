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
import said from '../../prose/verdicts.module.css';
import { Fact, Facts } from '../../ui/Facts';
import { Row } from '../../ui/layout';
import { Links } from '../Links';
import list from '../list.module.css';
import type { Kernel } from '../../model/kernels';
import { Defaults, InShort } from './Defaults';
import { Words } from './Words';
import css from './Entry.module.css';

/** More figures than this are folded away behind the one that shows it best. */
const FEW = 6;

function Figures({ figures }: Pick<Knob, 'figures'>): ReactNode {
  const links = figures.map(({ id, title }) => ({ url: `/figures/${id}/`, title }));
  if (links.length <= FEW) return <Links links={links} />;
  return (
    <>
      <Links links={links.slice(0, FEW - 1)} />
      <details>
        <summary>
          <Translate id="knobs.moreFigures" values={{ more: links.length - FEW + 1 }}>
            {'and {more} more'}
          </Translate>
        </summary>
        <Links links={links.slice(FEW - 1)} />
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
  /** The reader's. */
  kernel: Kernel;
  hidden: boolean;
  /** Of all knobs: name → where it stands. */
  anchors: ReadonlyMap<string, string>;
}

/**
 * One knob: what it is, and, unfolded, what it was, what it does, and whether to touch it. The heading stands beside
 * what is folded, as the search of the site takes what follows a heading for its text.
 */
export const Entry = memo(function Entry({ knob, kernel, hidden, anchors }: EntryProps): ReactNode {
  const { name, also, anchor, unit, summary, defaults, limits, touch, leave, see, figures, chapters, facts } = knob;
  const { collectAnchor } = useBrokenLinks();
  for (const each of also) collectAnchor(anchorOf(each));
  const words = (text: string) => <Words anchors={anchors}>{text}</Words>;
  return (
    <section className={folded.entry} aria-labelledby={anchor} data-entry data-knob={name} hidden={hidden}>
      {also.map((each) => (
        <span key={each} id={anchorOf(each)} className={css.also} />
      ))}
      <Heading as="h3" id={anchor} className={folded.name}>
        <code>{breakable(name)}</code>
      </Heading>
      <details>
        <summary className={clsx(folded.summary, css.summary)}>
          <span>
            <Words>{summary}</Words>
          </span>{' '}
          {defaults.length > 0 && (
            <small className={css.now}>
              <Translate id="knobs.default">Default</Translate>{' '}
              <InShort kernel={kernel} defaults={defaults} unit={unit} />
            </small>
          )}
        </summary>
        {also.length > 0 && (
          <Row className={folded.more}>
            <Translate id="knobs.also">Also:</Translate>{' '}
            {also.map((each) => (
              <code key={each}>{breakable(each)}</code>
            ))}
          </Row>
        )}
        <Facts className={clsx(folded.more, css.fields)}>
          {defaults.some(({ since, note }) => since !== '' || note) && (
            <Fact name={<Default unit={unit} />}>
              <Defaults kernel={kernel} defaults={defaults} anchors={anchors} />
            </Fact>
          )}
          <Fact name={<Translate id="knobs.limits">What it limits</Translate>}>
            <p>{words(limits)}</p>
          </Fact>
          <Fact name={<Translate id="knobs.touch">Change it</Translate>}>
            <p>{words(touch)}</p>
          </Fact>
          <Fact name={<Translate id="knobs.leave">Leave it</Translate>}>
            <p>{words(leave)}</p>
          </Fact>
          {see.length > 0 && (
            <Fact name={<Translate id="knobs.see">See its effect</Translate>}>
              <CodeBlock language="bash">{see.join('\n')}</CodeBlock>
            </Fact>
          )}
          {figures.length > 0 && (
            <Fact name={<Translate id="knobs.figures">Figures</Translate>}>
              <Figures figures={figures} />
            </Fact>
          )}
          {chapters.length > 0 && chapters.length <= FEW && (
            <Fact name={<Translate id="knobs.chapters">Chapters</Translate>}>
              <Links links={chapters} />
            </Fact>
          )}
          {facts.length > 0 && (
            <Fact name={<Translate id="knobs.facts">People say</Translate>}>
              <ul className={list.links}>
                {facts.map(({ id, claim, verdict, url }) => (
                  <li key={id} className={said.verdict} data-verdict={verdict}>
                    <Link to={url}>
                      “<Words>{claim}</Words>”
                    </Link>{' '}
                    <b>{verdicts[verdict]}</b>
                  </li>
                ))}
              </ul>
            </Fact>
          )}
          <Fact name={<Translate id="knobs.sources">Sources</Translate>}>
            <Sources sources={knob.sources} />
          </Fact>
        </Facts>
      </details>
    </section>
  );
});
