import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import { LARGEST } from '../address';
import { workStore } from '../store';
import type { Kept } from '../work';
import { Button } from '../../ui/Button';
import { FileButton } from '../../ui/FileButton';
import { Row, Stack } from '../../ui/layout';
import { Notice, Panel } from '../../ui/Panel';
import { Text } from '../../ui/Text';
import { useDrop } from '../../ui/useDrop';
import css from './Chooser.module.css';
import { lastChanged } from './lastChanged';

interface ChooserProps {
  /** Was there an assignment in the address that could not be read? */
  isDamaged: boolean;
  onOpen: (text: string) => void;
  onResume: (kept: Kept) => void;
}

/** No link led here: a file is asked for, or work of this browser gone on with. */
export function Chooser({ isDamaged, onOpen, onResume }: ChooserProps): ReactNode {
  const [problem, setProblem] = useState<string>();
  const [kept] = useState(() => workStore().list());

  async function take(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > 4 * LARGEST) {
      const { name } = file;
      setProblem(
        translate({ id: 'assignment.file.large', message: '{name} is too large for an assignment.' }, { name }),
      );
      return;
    }
    onOpen(await file.text());
  }
  const drop = useDrop(({ files }) => void take(files[0]));
  return (
    <>
      <Stack as="header" gap={5}>
        <h1>
          <Translate id="assignment.title">Assignments</Translate>
        </h1>
        <Text size="body" isProse>
          <Translate id="assignment.about">
            Your teacher gave you a link or a file. The link opens the assignment by itself; if you have a file, open it
            here. You work on this page, which saves as you go. At the end it makes one file for you to hand in.
          </Translate>
        </Text>
      </Stack>
      {isDamaged && (
        <Notice tone="bad">
          <Translate id="assignment.damaged">
            The link is damaged, so the assignment in it can’t be read. Perhaps part of it got lost in copying. Copy the
            whole link, or ask for the file.
          </Translate>
        </Notice>
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Row as={Panel} className={css.drop} look="dashed" isCentred {...drop}>
        <FileButton look="main" accept=".json,application/json" onFiles={([file]) => void take(file)}>
          <Translate id="assignment.file">Open an assignment file</Translate>
        </FileButton>
        <small>
          <Translate id="assignment.file.drop">or drop it here</Translate>
        </small>
      </Row>
      {kept.length > 0 && (
        <Stack as="section">
          <h2>
            <Translate id="assignment.kept">Saved in this browser</Translate>
          </h2>
          <Stack as="ul" gap={3}>
            {kept.map((each) => (
              <Row key={`${each.fingerprint} ${each.student}`} as="li" isCentred>
                <Button onClick={() => onResume(each)}>{each.title}</Button>
                <small>
                  {each.student} · {each.code && `${each.code} · `}
                  {lastChanged(each)}
                </small>
              </Row>
            ))}
          </Stack>
        </Stack>
      )}
    </>
  );
}
