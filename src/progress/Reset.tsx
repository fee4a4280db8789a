import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { memory } from '../memory';
import { Button } from '../ui/Button';
import { Row } from '../ui/layout';
import { Notice } from '../ui/Panel';
import { Section } from '../ui/Section';
import { Text } from '../ui/Text';

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
    <Section id="reset" title={<Translate id="progress.reset">Start over</Translate>}>
      {step === 'sure' ? (
        <>
          <Text isProse>
            <Translate
              id="progress.reset.sure"
              values={{
                data: (
                  <Link to="/practice/">
                    <Translate id="progress.reset.data">Practice, “Your data”</Translate>
                  </Link>
                ),
              }}
            >
              {
                'This deletes all answers with their schedule, what you have read, your bets, your mock interviews and your settings for practice from this browser. It cannot be undone. If you may want them back, export them before: {data}.'
              }
            </Translate>
          </Text>
          <Row gap={3}>
            <Button ref={keep} onClick={() => setStep('back')}>
              <Translate id="progress.reset.keep">Keep everything</Translate>
            </Button>
            <Button isBad onClick={() => void clear()}>
              <Translate id="progress.reset.delete">Delete everything</Translate>
            </Button>
          </Row>
        </>
      ) : (
        <>
          <Text isProse>
            <Translate id="progress.reset.about">
              Everything on this page is kept in this browser alone. You can delete it.
            </Translate>
          </Text>
          <p>
            <Button ref={ask} onClick={() => setStep('sure')}>
              <Translate id="progress.reset.ask">Delete …</Translate>
            </Button>
          </p>
        </>
      )}
      {failure !== undefined && (
        <Notice tone="bad">
          {translate({ id: 'progress.reset.failure', message: 'It could not be deleted: {failure}' }, { failure })}
        </Notice>
      )}
    </Section>
  );
}
