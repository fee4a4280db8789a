import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import { type MouseEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import type { NumberParameter } from '../../model/contract';
import type { Prerendered } from '../../model/types';
import { keepUnits } from '../../text/units';
import { IconButton } from '../../ui/Button';
import { Text } from '../../ui/Text';
import { formatFigure, formatNumber, formatSetting } from '../../views/format';
import { Icon } from '../Icon';
import { speedsFor } from '../pipe/speeds';
import { useReducedMotion } from '../pipe/useReducedMotion';
import { Room } from '../Room';
import { writeLink } from '../urlState';
import { useExperiment } from '../useExperiment';
import { pipeOf } from '../views';
import { FrontPipe } from './FrontPipe';
import { Race } from './Race';
import { timesOf } from './racing';
import { useInView } from './useInView';
import css from './Front.module.css';

interface FrontProps {
  data: Prerendered;
  /** Shows all of the figure, in the state that the address now holds. */
  onOpen: () => void;
}

const KIB = 1024;

/** The next whole KiB, and another one than before: a key that is pressed moves it. */
function wholeKiB(to: number, before: number): number {
  const value = KIB * Math.round(to / KIB);
  return value === before ? before + KIB * Math.sign(to - before) : value;
}

/** The book's face: one number, the pipe, one edge to drag, and what it costs in seconds. */
export function Front({ data, onOpen }: FrontProps): ReactNode {
  const { experiment, runs } = data;
  const figure = useExperiment(data, experiment.id);
  const { params, done, progress } = figure.state;
  const frame = useRef<HTMLElement>(null);
  const isSeen = useInView(frame);
  const reduced = useReducedMotion();
  const [asked, ask] = useState<boolean>();
  const [isFresh, setFresh] = useState(true);
  const isPlaying = asked ?? !reduced;
  const isWanted = isPlaying && isSeen;
  const spec = pipeOf(experiment)!;
  const buffer = experiment.parameters.find((each): each is NumberParameter => each.name === spec.sndbuf)!;
  const times = useMemo(() => timesOf(done.summary), [done]);
  const slower = speedsFor(Number(params[spec.rtt]) / 1000).usual;
  const idle = 100 - (done.summary.utilisation?.value ?? NaN);

  function drag(to: number): void {
    setFresh(false);
    const value = wholeKiB(to, Number(params[buffer.name]));
    // There is one limit here: what is asked for is granted.
    const most = Math.max(Number(figure.base.wmem_max), value);
    figure.set({ ...params, [buffer.name]: value, wmem_max: most });
  }

  function open(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const { pathname, search, hash } = window.location;
    const written = writeLink(search, figure.name, experiment, figure.base, figure.now());
    window.history.replaceState(window.history.state, '', pathname + written + hash);
    onOpen();
  }

  return (
    <figure
      ref={frame}
      className={`experiment ui ${css.front}`}
      aria-label={experiment.question}
      data-front
      onPointerDown={figure.wake}
      onFocus={figure.wake}
    >
      <figcaption className={css.head}>
        <Text as="b" isNumbers className={css.took} data-busy={progress !== undefined}>
          {formatFigure(done.summary.transfer_time!)}
        </Text>
        <Text as="span" size="lead" isNumbers className={css.idle}>
          <Translate id="front.idle" values={{ share: idle.toFixed(0) }}>
            {'{share}% of the line idle'}
          </Translate>
        </Text>
        <IconButton
          className={css.play}
          label={
            isPlaying
              ? translate({ id: 'figure.pipe.pause', message: 'Pause' })
              : translate({ id: 'figure.pipe.play', message: 'Play' })
          }
          onClick={() => ask(!isPlaying)}
          data-only="screen scripts"
        >
          <Icon name={isPlaying ? 'pause' : 'play'} />
        </IconButton>
      </figcaption>
      <FrontPipe {...{ spec, figure, buffer, isFresh, slower, isWanted }} onChange={drag} />
      <Race times={times} load={formatSetting(Number(done.parameters.size), 'MB')} isWanted={isWanted} />
      <Text size="small" tone="soft">
        <Translate id="front.speeds" values={{ slower: formatNumber(slower) }}>
          {'The race runs in real time, the pipe {slower} times slower.'}
        </Translate>
      </Text>
      <div className={css.foot}>
        <Room
          texts={Object.values(runs).map(({ sentence }) => sentence)}
          className={css.sentence}
          aria-live="polite"
          aria-busy={progress !== undefined}
        >
          {keepUnits(done.sentence)}
        </Room>
        <Link to={`/figures/${experiment.id}/`} className={css.open} onClick={open}>
          <Translate id="front.open">Open the laboratory</Translate>
        </Link>
      </div>
    </figure>
  );
}
