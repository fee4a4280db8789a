import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import type { Preset } from '../model/contract';
import { keepUnits } from '../text/units';
import { Button } from '../ui/Button';
import { Row } from '../ui/layout';
import { Popover, PopoverItem, useClosePopover } from '../ui/Popover';
import { Text } from '../ui/Text';
import { Room } from './Room';
import css from './Story.module.css';

interface StoryProps {
  presets: readonly Preset[];
  chosen: Preset | undefined;
  onChoose: (preset: Preset) => void;
}

/** So many settings are told one after the other; what there is besides is in the list of all. */
const LENGTH = 5;

function All({ presets, chosen, onChoose }: StoryProps): ReactNode {
  const close = useClosePopover();
  return presets.map((preset, i) => (
    <PopoverItem
      key={preset.id}
      aria-pressed={preset === chosen}
      onClick={() => {
        close();
        onChoose(preset);
      }}
    >
      <small>{i + 1}</small>
      <span>
        <span>{preset.name}</span>
        <Text size="small" tone="soft" className={css.about}>
          {keepUnits(preset.note)}
        </Text>
      </span>
    </PopoverItem>
  ));
}

/** Named settings as a story: where it stands, what to look at, and how it goes on. */
export function Story(props: StoryProps): ReactNode {
  const { presets, chosen, onChoose } = props;
  const [at, setAt] = useState(-1);
  // From a setting of the reader's own the story goes on where it was.
  const now = chosen ? presets.indexOf(chosen) : at;
  if (now !== at) setAt(now);
  const after = at + 1 < Math.min(LENGTH, presets.length) ? at + 1 : 0;
  const next = presets[after]!;
  return (
    <Row gap={5} isApart className={css.story}>
      <Text
        as={Room}
        tone="soft"
        texts={presets.map(({ name, note }) => `0 ${name}. ${note}`)}
        className={css.told}
        data-story
      >
        {chosen ? (
          <>
            <b>
              {at + 1} {chosen.name}.
            </b>{' '}
            <span className={css.note}>{keepUnits(chosen.note)}</span>
          </>
        ) : (
          <Translate id="figure.presets.own">Your own settings.</Translate>
        )}
      </Text>
      <Row
        gap={2}
        isCentred
        role="group"
        aria-label={translate({ id: 'figure.presets', message: 'Presets' })}
        data-only="screen scripts"
      >
        {next !== chosen && (
          <Button className={css.next} onClick={() => onChoose(next)}>
            <span>
              {after === 0 ? (
                <Translate id="figure.presets.first">Back to</Translate>
              ) : (
                <Translate id="figure.presets.next">Next:</Translate>
              )}{' '}
              {after + 1} {next.name}
            </span>
          </Button>
        )}
        <Popover
          label={
            <Translate id="figure.presets.all" values={{ count: presets.length }}>
              {'All {count}'}
            </Translate>
          }
        >
          <All {...props} />
        </Popover>
      </Row>
    </Row>
  );
}
