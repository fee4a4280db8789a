import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { PopoverGroup, PopoverItem, useClosePopover } from '../../ui/Popover';
import type { Format } from './download';
import { useTask } from './useTask';

interface TakeAwayProps {
  onEmbed: () => void;
  /** Absent: there are no packets to capture. */
  onCapture: (() => void) | undefined;
  onDownload: (format: Format) => Promise<void>;
}

const FILES: { format: Format; what: () => string }[] = [
  { format: 'csv', what: () => translate({ id: 'figure.share.csv', message: 'the curves as numbers' }) },
  { format: 'json', what: () => translate({ id: 'figure.share.json', message: 'the whole run' }) },
  { format: 'svg', what: () => translate({ id: 'figure.share.svg', message: 'the picture, scalable' }) },
  { format: 'png', what: () => translate({ id: 'figure.share.png', message: 'the picture, in pixels' }) },
];

/** Taking a figure away: into another page, or as a file. */
export function TakeAway({ onEmbed, onCapture, onDownload }: TakeAwayProps): ReactNode {
  const { isBusy, failure, run } = useTask();
  const close = useClosePopover();

  async function take(format: Format): Promise<void> {
    if (await run(() => onDownload(format))) close();
  }

  return (
    <>
      <PopoverItem
        onClick={() => {
          close();
          onEmbed();
        }}
      >
        <b>
          <Translate id="figure.share.embed">Embed …</Translate>
        </b>
        <small>
          <Translate id="figure.share.embed.what">in your own page</Translate>
        </small>
      </PopoverItem>
      <PopoverGroup label={translate({ id: 'figure.share.download', message: 'Download' })}>
        {FILES.map(({ format, what }) => (
          <PopoverItem key={format} aria-disabled={isBusy} onClick={() => void take(format)}>
            <b>{format.toUpperCase()}</b>
            <small>{what()}</small>
          </PopoverItem>
        ))}
        {onCapture && (
          <PopoverItem
            onClick={() => {
              close();
              onCapture();
            }}
          >
            <b>PCAPNG …</b>
            <small>
              <Translate id="figure.share.capture">the packets, for Wireshark</Translate>
            </small>
          </PopoverItem>
        )}
      </PopoverGroup>
      <small role="status">
        {isBusy && <Translate id="figure.share.busy">Running the model again, for all rows …</Translate>}
      </small>
      {failure !== undefined && <small role="alert">{failure}</small>}
    </>
  );
}
