import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useRef, useState } from 'react';
import { useMemory } from '../../memory/useMemory';
import { Data } from './Data';
import Exports from './Exports';
import { Fold } from './Fold';
import { Queue } from './Queue';
import { Settings } from './Settings';
import { useBank } from './useBank';
import { Button } from '../../ui/Button';
import { Row, Stack } from '../../ui/layout';
import { Page } from '../../ui/Page';
import { Notice } from '../../ui/Panel';
import { Text } from '../../ui/Text';
import css from './Practice.module.css';

/** Spaced review of the whole book: the content of `/practice/`. */
export default function Practice(): ReactNode {
  const { bank, failure } = useBank();
  const snapshot = useMemory();
  const { isReady, states, settings, unkept } = snapshot;
  const data = useRef<HTMLDetailsElement>(null);
  const [wasNew, setWasNew] = useState<boolean>();
  // Who comes for the first time is told what this is, and it does not vanish under the eyes.
  if (isReady && wasNew === undefined) setWasNew(states.size === 0);
  return (
    <Page
      width="text"
      title={<Translate id="practice.title">Practice</Translate>}
      lead={
        wasNew && (
          <Translate id="practice.lead">
            The book asks one question at a time, and brings it back shortly before you’d forget it. You start with what
            you’ve read, or with the first chapters.
          </Translate>
        )
      }
    >
      <Stack gap={6} isFilled>
        <noscript>
          <Text size="body" isProse>
            <Translate id="practice.noscript">
              With JavaScript, this page asks about what you’ve read, one question at a time, and brings each back
              shortly before you’d forget it. Without it, you’ll find the same questions, with answers, at the end of
              each section of the book.
            </Translate>
          </Text>
        </noscript>
        <Stack gap={6} isFilled data-only="scripts">
          {unkept && (
            <Notice tone="partly">
              {unkept}{' '}
              <Button
                look="quiet"
                onClick={() => {
                  data.current!.open = true;
                  data.current!.querySelector('summary')!.focus();
                }}
              >
                <Translate id="practice.unkept.export">Export</Translate>
              </Button>
            </Notice>
          )}
          {failure !== undefined && (
            <Notice tone="bad">
              {translate(
                {
                  id: 'practice.failure',
                  message: 'Couldn’t load the questions ({failure}). Reload the page.',
                },
                { failure },
              )}
            </Notice>
          )}
          <div>
            {bank && isReady ? (
              <Queue bank={bank} snapshot={snapshot} />
            ) : (
              failure === undefined && (
                <Text tone="soft" role="status" className={css.review}>
                  <Translate id="practice.waiting">Loading the questions …</Translate>
                </Text>
              )
            )}
            <Fold title={<Translate id="practice.settings">Settings</Translate>}>
              <Settings settings={settings} />
            </Fold>
            <Fold ref={data} title={<Translate id="practice.data">Your data</Translate>}>
              <Data>{bank && <Exports bank={bank} />}</Data>
            </Fold>
          </div>
        </Stack>
        <Row
          as="nav"
          gap={6}
          data-only="screen"
          aria-label={translate({ id: 'practice.others', message: 'More ways to prepare' })}
        >
          <Link to="/interview/">
            <Translate id="practice.others.interview">Mock interview</Translate>
          </Link>
          <Link to="/linux/#labs">
            <Translate id="practice.others.labs">Labs on Linux</Translate>
          </Link>
          <Link to="/progress/">
            <Translate id="practice.others.progress">Progress</Translate>
          </Link>
          <Link to="/book/practice/paths/">
            <Translate id="practice.others.paths">Learning paths</Translate>
          </Link>
          <Link to="/book/practice/how/">
            <Translate id="practice.others.how">How practice works</Translate>
          </Link>
        </Row>
      </Stack>
    </Page>
  );
}
