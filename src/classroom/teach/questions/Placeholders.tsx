import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, type RefObject } from 'react';
import { Button } from '../../../ui/Button';
import { Row } from '../../../ui/layout';
import { at, isObject, type Path } from '../draft/path';
import type { FigureFacts } from '../figure/loadFigure';
import { howOf } from '../figure/how';
import { useField, useTeach } from '../useDraft';

interface PlaceholdersProps {
  /** Of the question. */
  path: Path;
  facts: FigureFacts;
  area: RefObject<HTMLTextAreaElement | null>;
}

/** What the text can say of the figure: a click puts it where the cursor stands. */
export function Placeholders({ path, facts, area }: PlaceholdersProps): ReactNode {
  const { draft } = useTeach();
  const text = useField([...path, 'text']);
  const given = at(draft, [...path, 'figure', 'at']);
  const isGiven = (name: string): boolean => isObject(given) && howOf(given[name]) !== 'left';
  const { parameters } = facts.experiment;
  const [first, others] = [
    parameters.filter(({ name }) => isGiven(name)),
    parameters.filter(({ name }) => !isGiven(name)),
  ];

  function insert(name: string): void {
    const field = area.current;
    const now = String(text.value ?? '');
    const [from, to] = field ? [field.selectionStart, field.selectionEnd] : [now.length, now.length];
    const written = `{${name}}`;
    text.set(now.slice(0, from) + written + now.slice(to));
    // When React has put the text there.
    setTimeout(() => {
      field?.focus();
      field?.setSelectionRange(from + written.length, from + written.length);
    });
  }
  const chip = ({ name, label }: { name: string; label: string }): ReactNode => (
    <Button
      key={name}
      title={label}
      aria-label={translate({ id: 'teach.placeholder.insert', message: 'Insert {label}' }, { label })}
      onClick={() => insert(name)}
    >
      <code>{`{${name}}`}</code>
    </Button>
  );
  return (
    <div>
      <Row gap={3}>
        <small>
          <Translate id="teach.placeholders">Values you can put into the text:</Translate>{' '}
          {first.length === 0 && <Translate id="teach.placeholders.none">none are drawn yet.</Translate>}
        </small>
        {first.map(chip)}
      </Row>
      {others.length > 0 && (
        <details>
          <summary>
            <Translate id="teach.placeholders.others">Values that are the same for everybody</Translate>
          </summary>
          <Row gap={3}>{others.map(chip)}</Row>
        </details>
      )}
    </div>
  );
}
