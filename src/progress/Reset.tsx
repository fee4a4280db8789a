import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { memory } from '../memory';
import { Button } from '../ui/Button';
import { Row } from '../ui/layout';
import { Notice } from '../ui/Panel';
import { Section } from '../ui/Section';
import { Text } from '../ui/Text';
import { messageOf } from '../runtime/errors';

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
      setFailure(messageOf(error));
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
                'This deletes everything from this browser: your answers and their schedule, what you’ve read, your bets, your mock interviews and your practice settings. It can’t be undone. If you might want them back, export them first: {data}.'
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
              Everything on this page is kept only in this browser. You can delete it.
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
          {translate({ id: 'progress.reset.failure', message: 'Couldn’t delete it: {failure}' }, { failure })}
        </Notice>
      )}
    </Section>
  );
}
