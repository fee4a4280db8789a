import Translate from '@docusaurus/Translate';
import { type ReactNode, useRef } from 'react';
import { Button } from '../../../ui/Button';
import { Grid, Stack } from '../../../ui/layout';
import { Panel } from '../../../ui/Panel';
import { blankQuestion } from '../draft/blank';
import { KINDS } from '../draft/types';
import { kindWords } from '../kinds/Kinds';
import { useTeach } from '../useDraft';

/** The kinds of questions, to take one from. */
export function AddQuestion({ isOpen }: { isOpen: boolean }): ReactNode {
  const { draft, dispatch } = useTeach();
  const details = useRef<HTMLDetailsElement>(null);
  const words = kindWords();
  function add(kind: string): void {
    const taken = draft.questions.map(({ id }) => id);
    dispatch({ type: 'add', question: blankQuestion(kind, taken) });
    if (details.current) details.current.open = false;
  }
  return (
    <Panel as="details" look="dashed" ref={details} open={isOpen || undefined}>
      <summary>
        <Translate id="teach.add">Add a question</Translate>
      </summary>
      <Grid as="ul" least="14rem">
        {KINDS.map((kind) => (
          <Stack as="li" isFilled key={kind}>
            <Button look="card" onClick={() => add(kind)}>
              <Stack as="span" gap={2}>
                <b>{words[kind].name}</b>
                <span>{words[kind].asks}</span>
                <small>{words[kind].marked}</small>
              </Stack>
            </Button>
          </Stack>
        ))}
      </Grid>
    </Panel>
  );
}
