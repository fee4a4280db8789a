import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { memory } from '../../memory';
import css from './Progress.module.css';

/** Forgets everything, after a second question that says what is lost. */
export function Reset({ onDone }: { onDone: () => void }): ReactNode {
  const [step, setStep] = useState<'rest' | 'sure' | 'back'>('rest');
  const [failure, setFailure] = useState<string>();
  const keep = useRef<HTMLButtonElement>(null);
  const ask = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone: its successor has the keyboard, the harmless one first.
  useLayoutEffect(() => {
    if (step === 'sure') keep.current?.focus();
    if (step === 'back') ask.current?.focus();
  }, [step]);

  async function clear(): Promise<void> {
    setStep('rest');
    try {
      await memory().clear();
      onDone();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    <section aria-labelledby="reset">
      <h2 id="reset">
        <Translate id="progress.reset">Start over</Translate>
      </h2>
      {step === 'sure' ? (
        <>
          <p>
            <Translate id="progress.reset.sure">
              This deletes all answers with their schedule, what you have read, your bets, your mock interviews and your
              settings for practice from this browser. It cannot be undone. A copy as a file can be had on the page
              Practice, before.
            </Translate>
          </p>
          <p className={css.buttons}>
            <button ref={keep} type="button" onClick={() => setStep('back')}>
              <Translate id="progress.reset.keep">Keep everything</Translate>
            </button>
            <button type="button" data-bad onClick={() => void clear()}>
              <Translate id="progress.reset.delete">Delete everything</Translate>
            </button>
          </p>
        </>
      ) : (
        <>
          <p>
            <Translate id="progress.reset.about">
              Everything on this page is kept in this browser alone. You can delete it.
            </Translate>
          </p>
          <p className={css.buttons}>
            <button ref={ask} type="button" onClick={() => setStep('sure')}>
              <Translate id="progress.reset.ask">Delete …</Translate>
            </button>
          </p>
        </>
      )}
      {failure !== undefined && (
        <p className={css.problem} role="alert">
          {translate({ id: 'progress.reset.failure', message: 'It could not be deleted: {failure}' }, { failure })}
        </p>
      )}
    </section>
  );
}
