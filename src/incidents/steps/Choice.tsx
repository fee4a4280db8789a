import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button';
import { Marked } from '../../ui/Marked';
import css from './Steps.module.css';

interface ChoiceProps {
  text: string;
  minutes: number;
  /** What else it costs. */
  price?: string;
  isInPlace: boolean;
  isDisabled: boolean;
  onChoose: () => void;
}

/** Something that can be changed, and how long that takes. */
export function Choice({ text, minutes, price, isInPlace, isDisabled, onChoose }: ChoiceProps): ReactNode {
  return (
    <Button look="card" className={css.choice} aria-pressed={isInPlace} disabled={isDisabled} onClick={onChoose}>
      <span>
        <Marked text={text} />
      </span>
      <small>
        {isInPlace
          ? translate({ id: 'incident.inPlace', message: '✓ in place' })
          : translate({ id: 'incident.takes', message: '{minutes} min' }, { minutes })}
      </small>
      {price && <small>{price}</small>}
    </Button>
  );
}
