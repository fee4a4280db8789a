import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import { PopoverGroup, PopoverItem, useClosePopover } from '../../ui/Popover';
import type { CaptureOptions } from './capture';
import type { Format } from './download';

interface TakeAwayProps {
  /** Hosts at which its packets can be captured. */
  points: readonly string[];
  onEmbed: () => void;
  onDownload: (format: Format) => Promise<void>;
  onCapture: (options: CaptureOptions) => Promise<void>;
}

const FILES: { format: Format; what: () => string }[] = [
  { format: 'csv', what: () => translate({ id: 'figure.share.csv', message: 'the curves as numbers' }) },
  { format: 'json', what: () => translate({ id: 'figure.share.json', message: 'the whole run' }) },
  { format: 'svg', what: () => translate({ id: 'figure.share.svg', message: 'the picture, scalable' }) },
  { format: 'png', what: () => translate({ id: 'figure.share.png', message: 'the picture, in pixels' }) },
];

const whereOf = (point: string): string =>
  translate({ id: 'figure.share.capture.at', message: 'At the {point}' }, { point });

/** Taking a figure away: into another page, or as a file. */
export function TakeAway({ points, onEmbed, onDownload, onCapture }: TakeAwayProps): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const [hasPayload, setPayload] = useState(false);
  const [failure, setFailure] = useState<string>();
  const close = useClosePopover();

  async function take(work: () => Promise<void>): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
      close();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
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
          <PopoverItem key={format} aria-disabled={isBusy} onClick={() => void take(() => onDownload(format))}>
            <b>{format.toUpperCase()}</b>
            <small>{what()}</small>
          </PopoverItem>
        ))}
      </PopoverGroup>
      {points.length > 0 && (
        <PopoverGroup label={translate({ id: 'figure.share.capture', message: 'Capture for Wireshark (pcapng)' })}>
          {[...points.map((point) => [point]), points].map((at) => (
            <PopoverItem
              key={at.join()}
              aria-disabled={isBusy}
              onClick={() => void take(() => onCapture({ points: at, hasPayload }))}
            >
              <b>
                {at.length === 1 ? whereOf(at[0]!) : translate({ id: 'figure.share.capture.both', message: 'At both' })}
              </b>
              {at.length > 1 && (
                <small>
                  <Translate id="figure.share.capture.both.what">two interfaces in one file</Translate>
                </small>
              )}
            </PopoverItem>
          ))}
          <PopoverItem aria-pressed={hasPayload} onClick={() => setPayload(!hasPayload)}>
            <Translate id="figure.share.capture.payload">With payload</Translate>
          </PopoverItem>
        </PopoverGroup>
      )}
      <small role="status">
        {isBusy && <Translate id="figure.share.busy">Running the model again, for all rows …</Translate>}
      </small>
      {failure !== undefined && <small role="alert">{failure}</small>}
    </>
  );
}
