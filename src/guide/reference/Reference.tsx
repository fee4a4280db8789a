import { useLocation } from '@docusaurus/router';
import Translate, { translate } from '@docusaurus/Translate';
import Heading from '@theme/Heading';
import { type ReactNode, useEffect, useState } from 'react';
import knobs from '@inflight/knobs.json';
import { yourKernel } from '../../memory/kernel';
import { usePersisted } from '../../memory/persisted';
import { anchorOf, KINDS, type Knob } from '../../model/knobs';
import Finder from '../../ui/finder/Finder';
import { FEW, unfold } from '../../ui/finder/unfold';
import YourKernel from '../kernels/YourKernel';
import { List } from '../List';
import { Entry } from './Entry';
import { ALL, isCalled, matches, pastKernels, type Wanted } from './filter';
import { kindAnchor, kindTitles } from './kinds';
import { Names } from './Names';

const anchors = new Map(knobs.flatMap(({ name, also, anchor }) => [name, ...also].map((each) => [each, anchor])));

/** Every knob of the book. All stands in the page: what is not wanted is only hidden, and the rest is folded. */
export default function Reference(): ReactNode {
  const { hash } = useLocation();
  const [kernel] = usePersisted(yourKernel);
  // What is linked to after that is shown, wanted or not.
  const [{ wanted, at }, setState] = useState({ wanted: ALL, at: '' });
  const want = (more: Partial<Wanted>) => setState({ wanted: { ...wanted, ...more }, at: hash });
  const isNamed = ({ name, also }: Knob) =>
    hash !== at && [name, ...also].some((each) => hash === `#${anchorOf(each)}`);
  const shown = new Set(knobs.filter((knob) => matches(knob, wanted) || isNamed(knob)));
  const isShown = (knob: Knob) => shown.has(knob);

  useEffect(() => {
    unfold(hash.slice(1));
    // What was hidden until now could not be scrolled to.
    const named = knobs.find(isNamed);
    if (named && !matches(named, wanted)) document.getElementById(hash.slice(1))!.scrollIntoView();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when the address changes
  }, [hash]);
  useEffect(() => {
    const called = [...shown].filter((knob) => isCalled(knob, wanted.text));
    const best = called.length > 0 ? called : [...shown];
    if (best.length <= FEW) for (const { anchor } of best) unfold(anchor);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when something else is wanted
  }, [wanted]);

  const titles = kindTitles();
  const kinds = KINDS.filter((kind) => knobs.some((knob) => knob.kind === kind));
  const filters = [
    {
      label: translate({ id: 'knobs.kinds', message: 'Kinds' }),
      choices: kinds.map((kind) => ({ id: kind, title: titles[kind] })),
      chosen: wanted.kind,
      choose: (kind: string) => want({ kind }),
    },
    {
      label: translate({ id: 'knobs.changes', message: 'Changed defaults' }),
      choices: pastKernels(knobs).map((version) => ({
        id: version,
        title: translate({ id: 'knobs.changedSince', message: 'Changed since {version}' }, { version }),
      })),
      chosen: wanted.after,
      choose: (after: string) => want({ after }),
    },
    {
      label: translate({ id: 'knobs.withFigure', message: 'Figures' }),
      choices: [{ id: 'yes', title: translate({ id: 'knobs.hasFigure', message: 'Has a figure' }) }],
      chosen: wanted.figure,
      choose: (figure: string) => want({ figure }),
    },
  ];
  return (
    <List>
      <Finder
        label={translate({ id: 'knobs.find', message: 'Find a knob' })}
        text={wanted.text}
        onText={(text) => want({ text })}
        filters={filters}
        count={
          <Translate id="knobs.count" values={{ shown: shown.size, all: knobs.length }}>
            {'{shown} of {all} knobs'}
          </Translate>
        }
      />
      <YourKernel />
      <Names knobs={knobs} isShown={isShown} />
      {kinds.map((kind) => {
        // Whose name is asked for comes before those that only speak of it.
        const own = knobs
          .filter((knob) => knob.kind === kind)
          .sort((a, b) => Number(isCalled(b, wanted.text)) - Number(isCalled(a, wanted.text)));
        return (
          <section key={kind} hidden={!own.some(isShown)}>
            <Heading as="h2" id={kindAnchor(kind)}>
              {titles[kind]}
            </Heading>
            {own.map((knob) => (
              <Entry key={knob.anchor} knob={knob} kernel={kernel} hidden={!isShown(knob)} anchors={anchors} />
            ))}
          </section>
        );
      })}
    </List>
  );
}
