import Translate from '@docusaurus/Translate';
import useBrokenLinks from '@docusaurus/useBrokenLinks';
import type { ReactNode } from 'react';
import { type Counter, counterAnchor, type Link } from '../../model/reading';
import { breakable } from '../../ui/breakable';
import { Fact, Facts } from '../../ui/Facts';
import folded from '../../ui/finder/Folded.module.css';
import { Marked } from '../../ui/Marked';
import { Links } from '../Links';

const More = ({ name, links }: { name: ReactNode; links: readonly Link[] }): ReactNode =>
  links.length > 0 && (
    <Fact name={name}>
      <Links links={links.map(({ to, label }) => ({ url: to, title: label }))} />
    </Fact>
  );

/** What a counter counts, and, unfolded, who shows it and when to worry. */
export function CounterEntry({ counter }: { counter: Counter }): ReactNode {
  const { name, shown, counts, source, worry, figures, links } = counter;
  const id = counterAnchor(name);
  useBrokenLinks().collectAnchor(id);
  return (
    <li id={id} className={folded.entry} data-entry>
      <p className={folded.name}>
        <a href={`#${id}`}>
          <code>{breakable(name)}</code>
        </a>
      </p>
      <details>
        <summary className={folded.summary}>
          <Marked text={counts} />
        </summary>
        <Facts className={folded.more}>
          <Fact name={<Translate id="counters.shown">Shown by</Translate>}>
            <code>{shown}</code>
          </Fact>
          <Fact name={<Translate id="counters.source">Raised in</Translate>}>
            <code>{source}</code>
          </Fact>
          <Fact name={<Translate id="counters.worry">When to worry</Translate>}>
            <Marked text={worry} />
          </Fact>
          <More name={<Translate id="counters.figures">Figures</Translate>} links={figures} />
          <More name={<Translate id="counters.more">More</Translate>} links={links} />
        </Facts>
      </details>
    </li>
  );
}
