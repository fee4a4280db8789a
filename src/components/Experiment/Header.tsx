import Translate from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import css from './Experiment.module.css';

interface HeaderProps {
  id: string;
  question: string;
  canReset: boolean;
  onReset: () => void;
}

/** How long "Copied" stands. */
const SHOWN = 2000;

function CopyLink(): ReactNode {
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(window.location.href);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN);
  }
  return (
    <button type="button" className={css.tool} onClick={() => void copy()}>
      <span aria-live="polite">
        {copied ? (
          <Translate id="figure.link.copied">Copied</Translate>
        ) : (
          <Translate id="figure.link.copy">Copy link</Translate>
        )}
      </span>
    </button>
  );
}

/** The question, and what can be done with the figure as a whole. */
export function Header({ id, question, canReset, onReset }: HeaderProps): ReactNode {
  return (
    <figcaption className={css.header}>
      <span id={id} className={css.question}>
        {question}
      </span>
      <span className={css.tools}>
        <CopyLink />
        <button type="button" className={css.tool} onClick={onReset} disabled={!canReset}>
          <Translate id="figure.reset">Reset</Translate>
        </button>
      </span>
    </figcaption>
  );
}
