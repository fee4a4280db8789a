import Translate, { translate } from '@docusaurus/Translate';
import useIsBrowser from '@docusaurus/useIsBrowser';
import { useQueryString } from '@docusaurus/theme-common';
import tree from '@inflight/tree.json';
import CodeBlock from '@theme/CodeBlock';
import clsx from 'clsx';
import { type ReactNode, useId, useRef } from 'react';
import { isFinding } from '../../model/tree';
import { Marked } from '../../ui/Marked';
import { Button } from '../../ui/Button';
import { Grid, Row, Stack } from '../../ui/layout';
import { Panel } from '../../ui/Panel';
import { Text } from '../../ui/Text';
import { useNextFocus } from '../../ui/useNextFocus';
import wide from '../../ui/wide.module.css';
import { Result } from './Result';
import css from './Tree.module.css';
import { follow, type Way, written } from './way';
import { Whole } from './Whole';

/**
 * The reader answers, one command a step, and comes to a figure. The way stands in the address, so the browser’s own
 * “back” goes back a step. Without scripts, and on paper, there is the whole tree.
 */
export default function Tree(): ReactNode {
  const [given, setGiven] = useQueryString('way');
  const isBrowser = useIsBrowser();
  const { taken, end } = follow(tree, isBrowser ? given : '');
  const question = useId();
  const place = useRef<HTMLHeadingElement>(null);
  const depth = taken.length;
  const moving = useNextFocus(place, depth);

  function go(way: Way['taken']): void {
    moving();
    setGiven(written(way) || null, { push: true });
  }

  return (
    <Stack isFilled gap={5} className={clsx('ui', wide.wide, css.tree)}>
      <Panel
        data-only="screen scripts"
        data-copy
        role="group"
        aria-label={translate({ id: 'tree.label', message: 'Where does it hurt?' })}
      >
        <Stack isFilled gap={5}>
          {depth > 0 && (
            <ol aria-label={translate({ id: 'tree.way', message: 'Your answers so far' })}>
              {taken.map(({ step, answer }, index) => (
                <li key={step.question}>
                  <Button look="tool" className={css.given} onClick={() => go(taken.slice(0, index))}>
                    <span>
                      <Marked text={answer.text} />
                    </span>
                    <Text as="span" tone="accent">
                      <Translate id="tree.change">change</Translate>
                    </Text>
                  </Button>
                </li>
              ))}
            </ol>
          )}
          {isFinding(end) ? (
            <>
              <h2 ref={place} tabIndex={-1}>
                <Translate id="tree.found">Found it</Translate>
              </h2>
              <Result finding={end} />
            </>
          ) : (
            <>
              {end.command && <CodeBlock language="bash">{end.command}</CodeBlock>}
              <h2 id={question} ref={place} tabIndex={-1}>
                <Marked text={end.question} />
              </h2>
              <Grid as="ul" least="21rem" gap={3} className={css.answers} aria-labelledby={question}>
                {end.answers.map((answer) => (
                  <Stack as="li" key={answer.text} isFilled>
                    <Button look="card" onClick={() => go([...taken, { step: end, answer }])}>
                      <span>
                        <Marked text={answer.text} />
                      </span>
                    </Button>
                  </Stack>
                ))}
              </Grid>
            </>
          )}
          {depth > 0 && (
            <Row>
              <Button onClick={() => go(taken.slice(0, -1))}>
                <Translate id="tree.back">Back one step</Translate>
              </Button>
              <Button onClick={() => go([])}>
                <Translate id="tree.again">Start over</Translate>
              </Button>
            </Row>
          )}
        </Stack>
      </Panel>
      <details className={css.whole}>
        <summary>
          <Translate id="tree.whole">The whole tree</Translate>
        </summary>
        <Whole step={tree} />
      </details>
    </Stack>
  );
}
