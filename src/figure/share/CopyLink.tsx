import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { PopoverItem } from '../../ui/Popover';
import { useCopy } from './useCopy';

/** The figure as it stands, as an address. Where the clipboard is closed to us, the reader finds it selected. */
export function CopyLink({ address }: { address: () => string }): ReactNode {
  const { state, copy } = useCopy();
  return (
    <>
      <PopoverItem onClick={() => void copy(address())}>
        <span aria-live="polite">
          {state === 'copied' ? (
            <Translate id="figure.link.copied">Copied</Translate>
          ) : (
            <Translate id="figure.link.copy">Copy link</Translate>
          )}
        </span>
      </PopoverItem>
      {state === 'blocked' && (
        <label>
          <small>
            <Translate id="figure.link.blocked">
              The browser won’t let this page copy. Copy the link from here:
            </Translate>
          </small>
          <input
            ref={(field) => field?.select()}
            readOnly
            value={address()}
            aria-label={translate({ id: 'figure.link.field', message: 'Link to the figure as it is now' })}
          />
        </label>
      )}
    </>
  );
}
