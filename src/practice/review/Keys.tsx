import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useEffect, useRef } from 'react';
import css from './Keys.module.css';
import { Button } from '../../ui/Button';

interface KeysProps {
  isOpen: boolean;
  onClose: () => void;
}

/** What keys do. Shown where there are any. */
export function Keys({ isOpen, onClose }: KeysProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const keys: [keys: string[], does: string][] = [
    [['Enter', 'Space'], translate({ id: 'practice.keys.check', message: 'check or show' })],
    [['1 … 9'], translate({ id: 'practice.keys.pick', message: 'pick a choice' })],
    [['1', '2', '3', '4'], translate({ id: 'practice.keys.rate', message: 'afterwards: again, hard, good, easy' })],
    [['S'], translate({ id: 'practice.keys.skip', message: 'not today' })],
    [['U', 'Ctrl+Z'], translate({ id: 'practice.keys.undo', message: 'take the last answer back' })],
    [['?'], translate({ id: 'practice.keys.list', message: 'this list' })],
  ];
  return (
    <dialog ref={dialog} className={css.keys} aria-labelledby="practice-keys" onClose={onClose}>
      <h2 id="practice-keys">
        <Translate id="practice.keys">Keys</Translate>
      </h2>
      <dl>
        {keys.map(([names, does]) => (
          <div key={does}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <Button type="submit">
          <Translate id="practice.keys.close">Close</Translate>
        </Button>
      </form>
    </dialog>
  );
}
