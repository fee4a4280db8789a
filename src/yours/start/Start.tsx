import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode } from 'react';
import { Button } from '../../ui/Button';
import { FileButton } from '../../ui/FileButton';
import { Stack } from '../../ui/layout';
import { Panel } from '../../ui/Panel';
import { Section } from '../../ui/Section';
import { Text } from '../../ui/Text';
import { useDrop } from '../../ui/useDrop';
import { type Example, examples } from './examples';
import { HowToCapture } from './HowToCapture';
import css from './Start.module.css';

interface StartProps {
  onFiles: (files: readonly File[]) => void;
  onExample: (example: Example) => void;
  /** A reader is about to need Python. */
  onReach: () => void;
}

const ACCEPTED = '.pcap,.pcapng,.cap,.dump,.gz,.zst,application/vnd.tcpdump.pcap,application/gzip';

/** Where a capture comes in: the reader's own, or one of a model. */
export function Start({ onFiles, onExample, onReach }: StartProps): ReactNode {
  const drop = useDrop((dropped) => onFiles(Array.from(dropped.files)));
  return (
    <Stack gap={5} isFilled data-only="screen scripts">
      <div className={css.ways} onPointerEnter={onReach} onFocus={onReach} onDragEnter={onReach}>
        <Panel look="dashed" className={css.drop} {...drop}>
          <Stack gap={4}>
            <Text size="lead" isStrong>
              <Translate id="yours.drop">Drop a capture here</Translate>
            </Text>
            <Text>
              <Translate id="yours.drop.formats">
                pcap or pcapng, also compressed with gzip or zstd. Two captures of the same connection are even better,
                one from each end.
              </Translate>
            </Text>
            <FileButton look="main" isMany accept={ACCEPTED} onFiles={onFiles}>
              <Translate id="yours.choose">Choose a file</Translate>
            </FileButton>
            <Text tone="soft">
              <Translate
                id="yours.private"
                values={{
                  nothing: (
                    <b>
                      <Translate id="yours.private.nothing">Nothing leaves this page.</Translate>
                    </b>
                  ),
                }}
              >
                {
                  '{nothing} Your browser reads the file itself, there’s no server to send it to, and when you close the page, all of it is forgotten.'
                }
              </Translate>
            </Text>
          </Stack>
        </Panel>
        <Stack gap={4} isFilled as="section" aria-labelledby="yours-examples">
          <Text as="h2" id="yours-examples" size="body">
            <Translate id="yours.examples">No capture at hand?</Translate>
          </Text>
          <Text tone="soft">
            <Translate id="yours.examples.about">
              Let one of the book’s models run, and read the packets it sends.
            </Translate>
          </Text>
          {examples().map((example) => (
            <Button key={example.file} look="card" className={css.example} onClick={() => onExample(example)}>
              <span>
                <b>{example.title}</b>
                <small>{example.text}</small>
              </span>
            </Button>
          ))}
        </Stack>
      </div>
      <Section title={translate({ id: 'yours.how', message: 'How to make one' })}>
        <HowToCapture />
      </Section>
    </Stack>
  );
}
