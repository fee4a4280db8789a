import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useRef } from 'react';
import { Icon } from './Icon';
import { useCopy } from './useCopy';
import { useDismiss } from '../../ui/useDismiss';
import css from './share.module.css';
import tool from '../Tool.module.css';

/** The figure as it stands, as an address. Where the clipboard is closed to us, the reader finds it selected. */
export function CopyLink({ address }: { address: () => string }): ReactNode {
  const { state, copy, rest } = useCopy();
  const root = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useDismiss(root, state === 'blocked', (why) => {
    rest();
    if (why === 'escape') button.current?.focus();
  });
  return (
    <span ref={root} className={css.anchor}>
      <button ref={button} type="button" className={tool.tool} onClick={() => void copy(address())}>
        <Icon name={state === 'copied' ? 'done' : 'link'} />
        <span className={tool.word} aria-live="polite">
          {state === 'copied' ? (
            <Translate id="figure.link.copied">Copied</Translate>
          ) : (
            <Translate id="figure.link.copy">Copy link</Translate>
          )}
        </span>
      </button>
      {state === 'blocked' && (
        <span className={css.panel}>
          <label>
            <Translate id="figure.link.blocked">The browser keeps the clipboard closed. Copy it from here:</Translate>
            <input
              ref={(field) => field?.select()}
              className={css.link}
              readOnly
              value={address()}
              aria-label={translate({ id: 'figure.link.field', message: 'Link to the figure as it stands' })}
            />
          </label>
        </span>
      )}
    </span>
  );
}
