import Translate, { translate } from '@docusaurus/Translate';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '../../ui/Button';
import { Text } from '../../ui/Text';
import { completed } from './completion';
import { FRESH, recalled } from './history';
import css from './Terminal.module.css';

interface PromptProps {
  machine: string;
  typed: string;
  onTyped: (typed: string) => void;
  /** Lines typed here before, oldest first. */
  history: readonly string[];
  /** Something is at work; more can be typed. */
  isBusy: boolean;
  isClosed: boolean;
  onRun: (command: string) => void;
  onClear: () => void;
  complete: (typed: string) => Promise<string[]>;
}

/** Where something is typed, with the keys that a shell has. Tab completes; after Escape it leaves. */
export function Prompt(props: PromptProps): ReactNode {
  const { machine, typed, onTyped, history, isBusy, isClosed, onRun, onClear, complete } = props;
  const id = useId();
  const [recall, setRecall] = useState(FRESH);
  const [offers, setOffers] = useState<readonly string[]>([]);
  const leaves = useRef(false);
  const latest = useRef(typed);

  const put = (text: string): void => {
    latest.current = text;
    onTyped(text);
  };
  function run(): void {
    const command = typed.trim();
    put('');
    setRecall(FRESH);
    setOffers([]);
    if (command !== '' && !isClosed) onRun(command);
  }
  async function tab(): Promise<void> {
    // Python may be lost: then nothing is completed.
    const words = await complete(typed).catch((): string[] => []);
    // Somebody has typed on.
    if (latest.current !== typed) return;
    const found = completed(typed, words);
    put(found.typed);
    setOffers(found.offers);
  }
  function go(by: 1 | -1): void {
    const found = recalled(history, typed, recall, by);
    put(found.typed);
    setRecall(found.recall);
  }
  function press(event: KeyboardEvent<HTMLInputElement>): void {
    const { key, ctrlKey, altKey, metaKey, shiftKey, currentTarget } = event;
    const isMarked = currentTarget.selectionStart !== currentTarget.selectionEnd;
    const keys: Record<string, () => void> = ctrlKey
      ? { l: onClear, ...(isMarked ? {} : { c: () => put('') }) }
      : { ArrowUp: () => go(1), ArrowDown: () => go(-1) };
    if (key === 'Tab' && !shiftKey && !leaves.current && typed.trim() !== '') keys.Tab = () => void tab();
    leaves.current = key === 'Escape';
    const action = altKey || metaKey ? undefined : keys[key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  return (
    <div className={css.foot}>
      <p className={css.offers} role="status">
        {offers.join('  ')}
      </p>
      <form
        className={css.prompt}
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <label htmlFor={id}>{machine}#</label>
        <input
          id={id}
          value={typed}
          maxLength={500}
          disabled={isClosed}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          aria-describedby={`${id}-keys`}
          data-busy={isBusy}
          onChange={({ target }) => {
            put(target.value);
            setOffers([]);
          }}
          onKeyDown={press}
        />
        <Button type="submit" disabled={isClosed || typed.trim() === ''}>
          {isBusy
            ? translate({ id: 'incident.runNext', message: 'Run next' })
            : translate({ id: 'incident.run', message: 'Run' })}
        </Button>
      </form>
      <Text size="small" tone="soft" id={`${id}-keys`} className={css.keys}>
        <Translate id="incident.keys">
          Tab completes, ↑ brings lines back, Ctrl-L clears the screen. Escape, then Tab leaves the line.
        </Translate>
      </Text>
    </div>
  );
}
