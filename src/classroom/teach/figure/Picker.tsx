import Translate, { translate } from '@docusaurus/Translate';
import catalogue from '@inflight/catalogue.json';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/Button';
import Finder from '../../../ui/finder/Finder';
import { holds } from '../../../ui/finder/holds';
import { byPart, partFilter } from '../../../ui/finder/parts';
import { Stack } from '../../../ui/layout';
import { PopoverItem } from '../../../ui/Popover';
import css from './figure.module.css';

interface PickerProps {
  /** Figures that this question cannot have. */
  without: ReadonlySet<string>;
  onPick: (id: string) => void;
  onClose: () => void;
}

/** All figures of the book, by part. */
export function Picker({ without, onPick, onClose }: PickerProps): ReactNode {
  const [part, setPart] = useState('');
  const [text, setText] = useState('');
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.querySelector('input')?.focus(), []);
  const { parts, entries } = catalogue;
  const possible = entries.filter(({ id }) => !without.has(id));
  const shown = possible.filter(
    (each) =>
      (part === '' || each.part === part) && holds([each.id, each.title, each.question, ...each.knobs].join(' '), text),
  );
  return (
    // Escape closes it from wherever the focus is in it.
    <Stack isFilled ref={root} onKeyDown={({ key }) => key === 'Escape' && onClose()}>
      <Finder
        label={translate({ id: 'teach.figure.find', message: 'Find a figure' })}
        text={text}
        onText={setText}
        filters={[partFilter(parts, part, setPart)]}
        count={
          <Translate id="teach.figure.count" values={{ shown: shown.length, all: possible.length }}>
            {'{shown} of {all} figures'}
          </Translate>
        }
      />
      <div className={css.found}>
        {byPart(parts, shown, (each) => each.part).map(({ id, title, own }) => (
          <Stack isFilled gap={1} key={id} role="group" aria-label={title}>
            <b className={css.part}>{title}</b>
            {own.map((each) => (
              <PopoverItem key={each.id} onClick={() => onPick(each.id)}>
                <span>
                  <b>{each.title}</b> <br />
                  <small>{each.question}</small>
                </span>
              </PopoverItem>
            ))}
          </Stack>
        ))}
      </div>
      <div>
        <Button onClick={onClose}>
          <Translate id="teach.figure.close">Close the list</Translate>
        </Button>
      </div>
    </Stack>
  );
}
