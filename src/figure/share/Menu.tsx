import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { Icon } from './Icon';
import { useDismiss } from '../../ui/useDismiss';
import type { Format } from './download';
import css from './share.module.css';
import tool from '../Tool.module.css';

interface MenuProps {
  onEmbed: () => void;
  onDownload: (format: Format) => Promise<void>;
}

const FILES: { format: Format; what: () => string }[] = [
  { format: 'csv', what: () => translate({ id: 'figure.share.csv', message: 'the curves as numbers' }) },
  { format: 'json', what: () => translate({ id: 'figure.share.json', message: 'the whole run' }) },
  { format: 'svg', what: () => translate({ id: 'figure.share.svg', message: 'the picture, to be scaled' }) },
  { format: 'png', what: () => translate({ id: 'figure.share.png', message: 'the picture, in pixels' }) },
];

/** What can be taken away: behind one button, as it is seldom wanted. */
export function Menu({ onEmbed, onDownload }: MenuProps): ReactNode {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState<Format>();
  const [failure, setFailure] = useState<string>();
  const root = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useId();

  const close = useCallback((why: 'escape' | 'outside' | 'done') => {
    setOpen(false);
    setFailure(undefined);
    if (why !== 'outside') button.current?.focus();
  }, []);
  useDismiss(root, open, close);

  async function take(format: Format): Promise<void> {
    setBusy(format);
    setFailure(undefined);
    try {
      await onDownload(format);
      close('done');
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <span ref={root} className={css.anchor}>
      <button
        ref={button}
        type="button"
        className={tool.tool}
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        onClick={() => (open ? close('done') : setOpen(true))}
      >
        <Icon name="share" />
        <span className={tool.word}>
          <Translate id="figure.share">Share</Translate>
        </span>
      </button>
      {open && (
        <span id={panel} className={css.panel}>
          <button
            type="button"
            className={css.item}
            onClick={() => {
              close('done');
              onEmbed();
            }}
          >
            <b>
              <Translate id="figure.share.embed">Embed …</Translate>
            </b>
            <small>
              <Translate id="figure.share.embed.what">in a page of your own</Translate>
            </small>
          </button>
          <span
            className={css.files}
            role="group"
            aria-label={translate({ id: 'figure.share.download', message: 'Download' })}
          >
            <span className={css.heading} aria-hidden="true">
              <Translate id="figure.share.download">Download</Translate>
            </span>
            {FILES.map(({ format, what }) => (
              <button
                key={format}
                type="button"
                className={css.item}
                aria-disabled={busy !== undefined}
                data-busy={busy === format}
                onClick={() => {
                  if (!busy) void take(format);
                }}
              >
                <b>{format.toUpperCase()}</b>
                <small>{what()}</small>
              </button>
            ))}
          </span>
          <span role="status" className={css.said}>
            {busy && <Translate id="figure.share.busy">The model runs once more, for all its rows …</Translate>}
          </span>
          {failure !== undefined && (
            <span role="alert" className={css.said}>
              {failure}
            </span>
          )}
        </span>
      )}
    </span>
  );
}
