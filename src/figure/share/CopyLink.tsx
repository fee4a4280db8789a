import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useRef } from 'react';
import { Button } from '../../ui/Button';
import popover from '../../ui/Popover.module.css';
import { useDismiss } from '../../ui/useDismiss';
import { Icon } from '../Icon';
import { useCopy } from './useCopy';

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
    <span ref={root} className={popover.anchor}>
      <Button ref={button} look="tool" onClick={() => void copy(address())}>
        <Icon name={state === 'copied' ? 'done' : 'link'} />
        <span aria-live="polite">
          {state === 'copied' ? (
            <Translate id="figure.link.copied">Copied</Translate>
          ) : (
            <Translate id="figure.link.copy">Copy link</Translate>
          )}
        </span>
      </Button>
      {state === 'blocked' && (
        <label className={popover.panel}>
          <small>
            <Translate id="figure.link.blocked">The browser keeps the clipboard closed. Copy it from here:</Translate>
          </small>
          <input
            ref={(field) => field?.select()}
            readOnly
            value={address()}
            aria-label={translate({ id: 'figure.link.field', message: 'Link to the figure as it stands' })}
          />
        </label>
      )}
    </span>
  );
}
