import Translate from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import css from './Header.module.css';
import tool from './Tool.module.css';

interface HeaderProps {
  id: string;
  question: string;
  canReset: boolean;
  onReset: () => void;
}

/** How long "Copied" stands. */
const SHOWN = 2000;

function Icon({ path }: { path: string }): ReactNode {
  return (
    <svg className={tool.icon} viewBox="0 0 18 18" width={18} height={18} aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

function CopyLink(): ReactNode {
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(window.location.href);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN);
  }
  return (
    <button type="button" className={tool.tool} onClick={() => void copy()}>
      <Icon
        path={
          copied
            ? 'M3 9l4 4 8-9'
            : 'M7.5 10.5l3-3M8 5.5l1.6-1.6a3.1 3.1 0 014.4 4.4L12.4 10M10 12.4l-1.6 1.6A3.1 3.1 0 014 9.6L5.6 8'
        }
      />
      <span className={tool.word} aria-live="polite">
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
        <button type="button" className={tool.tool} onClick={onReset} disabled={!canReset}>
          <Icon path="M4.5 5.5A6 6 0 113 9.5M4 2.5v3.5h3.5" />
          <span className={tool.word}>
            <Translate id="figure.reset">Reset</Translate>
          </span>
        </button>
      </span>
    </figcaption>
  );
}
