import Translate, { translate } from '@docusaurus/Translate';
import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Text } from '../../ui/Text';
import { formatValue } from '../../views/format';
import { write } from '../canvas';
import { createClock } from '../clock';
import { shareAt, type Times } from './racing';
import css from './Race.module.css';

interface RaceProps {
  times: Times;
  /** What is raced with, in words: "22 MB". */
  load: string;
  isWanted: boolean;
}

/** Under way, tenths of seconds; at the end, as exact as everywhere. */
const sayTime = (t: number | undefined, takes: number): string =>
  t === undefined || t >= takes ? formatValue(takes, 's') : `${t.toFixed(1)}\u00a0s`;

/**
 * This transfer against the line, in real time. At rest it stands at the moment at which the line would be done, with
 * the time that each takes.
 */
export function Race({ times, load, isWanted }: RaceProps): ReactNode {
  const { here, line } = times;
  const [clock] = useState(() => createClock());
  const bars = useRef<HTMLDivElement>(null);
  const end = Math.max(here, line);

  useLayoutEffect(() => {
    const paint = (): void => {
      const t = clock.time();
      for (const [name, takes] of Object.entries(times) as [keyof Times, number][]) {
        const bar = bars.current!.querySelector<HTMLElement>(`[data-bar="${name}"]`)!;
        bar.style.setProperty('--gone', String(shareAt(t ?? line, takes)));
        bar.dataset.done = String(t === undefined || t >= takes);
        write(bar, 'time', sayTime(t, takes));
      }
    };
    paint();
    return clock.subscribe(paint);
  }, [clock, times, line]);

  // Another connection: from the start again.
  useEffect(() => clock.set(undefined), [clock, here, line]);
  useEffect(() => {
    if (!isWanted || !(clock.time() === undefined || clock.time()! < end)) return undefined;
    clock.play({ from: 0, to: end, speed: 1 });
    return () => clock.pause();
  }, [clock, end, isWanted]);

  const bar = (name: keyof Times, title: ReactNode): ReactNode => (
    <div className={css.bar} data-bar={name} style={{ '--gone': shareAt(line, times[name]) } as CSSProperties}>
      <Text as="span" size="note" isStrong>
        {title}
      </Text>
      <span className={css.track}>
        <span className={css.fill} />
      </span>
      <Text as="b" isNumbers className={css.time} data-label="time">
        {sayTime(undefined, times[name])}
      </Text>
    </div>
  );
  return (
    <div
      ref={bars}
      className={css.race}
      role="img"
      aria-label={translate(
        {
          id: 'front.race.alt',
          message: '{load}: this connection takes {here}. The line could do it in {line}.',
        },
        { load, here: formatValue(here, 's'), line: formatValue(line, 's') },
      )}
    >
      {bar('here', <Translate id="front.race.here">This connection</Translate>)}
      {bar('line', <Translate id="front.race.line">What the line could do</Translate>)}
    </div>
  );
}
