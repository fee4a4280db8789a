import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import { LARGEST } from '../address';
import { workStore } from '../store';
import type { Kept } from '../work';
import { useDrop } from '../../ui/useDrop';
import css from './Assignment.module.css';
import { lastChanged } from './Welcome';
import { Button } from '../../ui/Button';

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

  async function take(files: FileList | null | undefined): Promise<void> {
    const file = files?.[0];
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
  const drop = useDrop(({ files }) => void take(files));
  return (
    <>
      <header className={css.head}>
        <h1>
          <Translate id="assignment.title">Assignments</Translate>
        </h1>
        <p className={css.intro}>
          <Translate id="assignment.about">
            Your teacher has given you a link or a file. The link opens here by itself. You work in this page, it keeps
            what you do, and at the end it makes one file for you to hand in.
          </Translate>
        </p>
      </header>
      {isDamaged && (
        <p className={css.problem} role="alert">
          <Translate id="assignment.damaged">
            The link is damaged: the assignment in it cannot be read. Perhaps it was cut off when it was copied. Ask for
            the file, or copy the whole link.
          </Translate>
        </p>
      )}
      {problem && (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
      <label className={css.drop} {...drop}>
        <Translate id="assignment.file">Open an assignment’s file</Translate>
        <span>
          <Translate id="assignment.file.drop">Drop it here, or choose it:</Translate>
        </span>
        <input type="file" accept=".json,application/json" onChange={({ target }) => void take(target.files)} />
      </label>
      {kept.length > 0 && (
        <section className={css.kept}>
          <h2>
            <Translate id="assignment.kept">Kept in this browser</Translate>
          </h2>
          <ul>
            {kept.map((each) => (
              <li key={`${each.fingerprint} ${each.student}`}>
                <Button onClick={() => onResume(each)}>{each.title}</Button>
                <span>
                  {each.student} · {lastChanged(each)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
