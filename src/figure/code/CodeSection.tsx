import type { ReactNode } from 'react';
import type { Experiment } from '../../model/contract';
import type { Figure } from '../useExperiment';
import { CodeEditor } from './CodeEditor';
import { codeOf } from './approval';
import css from './CodeEditor.module.css';

interface CodeSectionProps {
  experiment: Experiment;
  figure: Figure;
  /** Is code that was not run yet the reader's own, and from no link? */
  isOwn: boolean;
  onCode: ((code: string) => void) | undefined;
}

/** The reader's own Python, where an experiment asks for some. */
export function CodeSection({ experiment, figure, isOwn, onCode }: CodeSectionProps): ReactNode {
  const { state, base, status, wake, change } = figure;
  const code = codeOf(experiment);
  if (!code) return null;
  const { name } = code;
  const { presets } = experiment;
  const isBooks = (text: string): boolean => presets.some(({ values }) => (values[name] ?? code.default) === text);
  return (
    <div className={css.section} onFocus={wake} data-code>
      <CodeEditor
        parameter={code}
        value={String(state.unapproved[name] ?? state.params[name])}
        original={String(base[name])}
        onRun={(text) => change(name, text)}
        error={status.state === 'failed' ? undefined : state.failure}
        line={state.failedLine}
        running={state.progress !== undefined}
        unread={name in state.unapproved ? (isOwn ? 'draft' : 'link') : undefined}
        onText={onCode}
        isBooks={isOwn ? undefined : isBooks}
      />
    </div>
  );
}
