import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { useCopy } from '../../figure/share/useCopy';
import type { Params } from '../../model/contract';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { linkTo } from './link';

/** Copies the model's parameters as an address. Where the clipboard is closed to us, the reader finds it selected. */
export function CopyReplayLink({ values }: { values: Params }): ReactNode {
  const { state, copy } = useCopy();
  const address = (): string => linkTo(window.location.href, values);
  return (
    <>
      <Button onClick={() => void copy(address())}>
        <span aria-live="polite">
          {state === 'copied' ? (
            <Translate id="yours.replay.copied">Copied</Translate>
          ) : (
            <Translate id="yours.replay.copy">Copy the link</Translate>
          )}
        </span>
      </Button>
      {state === 'blocked' && (
        <Field
          label={translate({
            id: 'yours.replay.blocked',
            message: 'The browser won’t let this page copy. Copy the link from here:',
          })}
        >
          <input ref={(field) => field?.select()} readOnly value={address()} />
        </Field>
      )}
    </>
  );
}
