import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useMemo } from 'react';
import ToolOutput from '../../guide/tools/ToolOutput';
import type { Proof as Data } from '../../model/contract';
import { Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';
import type { Ask } from '../call/useCall';
import { lengthText } from '../clock';
import { excerpt } from './excerpt';
import { cutAtMarks } from './telltales';
import { useExplained } from './useExplained';
import css from './Debrief.module.css';

/** The one command that would have shown it, with what gives it away. */
export function Proof({ proof, ask, level }: { proof: Data; ask: Ask; level: 2 | 4 }): ReactNode {
  const shown = useMemo(() => excerpt(proof), [proof]);
  const output = useExplained(ask, proof, shown);
  const isCut = shown.text.length < proof.text.length;
  return (
    <Stack gap={3} isFilled>
      <Text as={`h${level}`} size="body">
        <Translate id="incident.proof.shortest">The shortest proof</Translate>
      </Text>
      <p>
        <Translate
          id="incident.proof.takes"
          values={{
            command: (
              <code>
                {proof.machine}# {proof.command}
              </code>
            ),
            time: lengthText(proof.seconds),
          }}
        >
          {'{command} shows it, after {time} minutes.'}
        </Translate>{' '}
        {translate({ id: 'incident.proof.marked', message: 'What gives it away is highlighted.' })} {proof.said}{' '}
        {isCut && translate({ id: 'incident.proof.cut', message: 'Other lines are left out here.' })}
      </p>
      {output ? (
        <ToolOutput data={output} />
      ) : (
        // It is scrolled, and so by keys as well.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={css.output} tabIndex={0}>
          {cutAtMarks(shown.text, shown.marks).map(({ text, isTelltale }, place) =>
            isTelltale ? <mark key={place}>{text}</mark> : text,
          )}
        </pre>
      )}
      {!output && (
        <Text size="note" tone="soft">
          {translate({ id: 'incident.proof.from', message: 'As it was when you were called.' })}
        </Text>
      )}
    </Stack>
  );
}
