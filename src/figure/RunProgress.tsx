import Translate, { translate } from '@docusaurus/Translate';
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { formatShare, formatValue, hasPrefixes } from '../views/format';
import { Button } from '../ui/Button';
import { Text } from '../ui/Text';
import unseen from '../ui/unseen.module.css';
import { Icon } from './Icon';
import type { State } from './state';
import css from './RunProgress.module.css';

interface ProgressProps {
  state: State;
  /** Is Python still on its way? */
  loading: boolean;
  /** Is there a pale curve that needs a word? */
  ghost: boolean;
  /** Stops the run, or lets it go on; absent: not now. */
  onHold: ((held: boolean) => void) | undefined;
}

/** "about 40 s left". */
export function sayLeft(seconds: number | undefined): string {
  if (seconds === undefined) return translate({ id: 'figure.left.unknown', message: 'this will take a while' });
  if (seconds <= 5) return translate({ id: 'figure.left.soon', message: 'a few seconds left' });
  const time =
    seconds <= 120
      ? translate({ id: 'figure.left.seconds', message: '{count} s' }, { count: seconds })
      : translate({ id: 'figure.left.minutes', message: '{count} min' }, { count: seconds / 60 });
  return translate({ id: 'figure.left', message: 'about {time} left' }, { time });
}

/** How far a run under way is: "12.3 s of 120 s", or "10%" where its end is not known. */
export function sayReached({ run, growing, progress = 0 }: State): string {
  const [head] = run.columns;
  if (!growing || !head || run.end === undefined || !hasPrefixes(head.unit)) return formatShare(progress);
  const [at, end] = [head.values.at(-1) ?? 0, run.end].map((t) => formatValue(t, head.unit)) as [string, string];
  return translate({ id: 'figure.reached', message: '{at} of {end}' }, { at, end });
}

/** Beside the picture of such a run. */
export const sayUnfinished = (state: State): string =>
  state.stopped
    ? translate(
        {
          id: 'figure.unfinished.stopped',
          message: 'Stopped at {reached}, before the end. The numbers are from the previous run.',
        },
        { reached: sayReached(state) },
      )
    : translate({
        id: 'figure.unfinished',
        message: 'This run hasn’t finished yet. The numbers are from the previous run.',
      });

/** Says once what it was given first: it is heard, and a voice that counts down is no help. */
function Once({ words }: { words: string }): ReactNode {
  const [first] = useState(words);
  return first;
}

/** What a run that takes long says of itself, with the button that stops it. */
function Long({ state, onHold }: Pick<ProgressProps, 'state' | 'onHold'>): ReactNode {
  const { stopped, pace } = state;
  const button = useRef<HTMLButtonElement>(null);
  // When the run is over the button goes; the keyboard stays in the figure.
  useLayoutEffect(() => {
    const { current } = button;
    return () => {
      if (current && current === document.activeElement) current.closest('figure')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <Text as="div" size="small" isNumbers className={css.status}>
      <span>
        {stopped ? (
          <Translate id="figure.stopped" values={{ reached: sayReached(state) }}>
            {'stopped at {reached}'}
          </Translate>
        ) : (
          sayLeft(pace?.left)
        )}
      </span>
      {onHold && (
        <Button ref={button} look="tool" onClick={() => onHold(!stopped)} data-only="screen">
          <Icon name={stopped ? 'play' : 'stop'} />
          {stopped ? <Translate id="figure.go">Resume</Translate> : <Translate id="figure.stop">Stop</Translate>}
        </Button>
      )}
    </Text>
  );
}

/** A thin line under the picture while the model runs, and a word on what is going on or on what the pale lines are. */
export function RunProgress({ state, loading, ghost, onHold }: ProgressProps): ReactNode {
  const { progress, pace, stopped } = state;
  const running = progress !== undefined;
  const long = running && !loading && pace?.long === true;
  return (
    <>
      {running && (
        <div
          className={css.progress}
          data-only="screen"
          role="progressbar"
          aria-label={translate({ id: 'figure.progress', message: 'The model is running' })}
          aria-valuenow={loading ? undefined : Math.round(progress * 100)}
          aria-valuetext={long && !stopped ? sayLeft(pace.left) : undefined}
          data-loading={loading}
          data-stopped={stopped}
          style={{ '--progress': progress } as CSSProperties}
        />
      )}
      <span role="status" className={unseen.unseen}>
        {long && !stopped && pace.left !== undefined && (
          <Once
            words={translate(
              { id: 'figure.long', message: 'The model is running: {left}. Press Escape to stop it.' },
              { left: sayLeft(pace.left) },
            )}
          />
        )}
      </span>
      {running && loading ? (
        <Text key="loading" as="span" size="small" className={css.status}>
          <Translate id="figure.loading">Starting Python …</Translate>
        </Text>
      ) : long ? (
        <Long state={state} onHold={onHold} />
      ) : (
        ghost && (
          <Text key="ghost" as="span" size="small" tone="soft" className={css.remark}>
            <Translate id="figure.ghost">Pale: before your change</Translate>
          </Text>
        )
      )}
    </>
  );
}
