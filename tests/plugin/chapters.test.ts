import { describe, expect, it } from 'vitest';
import { matches } from '../../src/figure/gallery/filter';
import type { Card } from '../../src/model/gallery';
import { chaptersOf, figuresIn } from '../../src/plugins/inflight/chapters';

describe('the chapters of a figure', () => {
  it('are those that show it, whatever else is written there', () => {
    expect(
      figuresIn(`
<Experiment id="one" />
<Experiment
  name="again"
  id="two"
  preset="x"
/>
<Experiment id="one" name="b" />
<ExperimentList id="four" />
\`\`\`mdx
<Experiment id="three" />
\`\`\`
`),
    ).toEqual(['one', 'two']);
  });

  it('come in the order in which the book is read', () => {
    const texts: Record<string, string> = { a: '<Experiment id="x" />', b: 'none', c: '<Experiment id="x" />' };
    const docs = Object.keys(texts).map((id) => ({ id, title: id.toUpperCase(), permalink: `/${id}`, source: id }));
    expect([...chaptersOf(docs, (source) => texts[source]!)]).toEqual([
      [
        'x',
        [
          { title: 'A', url: '/a' },
          { title: 'C', url: '/c' },
        ],
      ],
    ]);
  });
});

describe('the gallery’s filter', () => {
  const card = {
    id: 'send-buffer',
    title: 'The send buffer',
    question: 'Why 25 s?',
    run: { sentence: 'The pipe holds 250 kB.' },
    chapters: [{ title: 'Slow transfers', url: '' }],
  } as unknown as Card;

  it.each(['', '  ', 'BUFFER', 'slow pipe', 'kb why', 'send-buffer'])('finds “%s”', (text) =>
    expect(matches(card, text)).toBe(true),
  );
  it('wants every word', () => expect(matches(card, 'buffer cubic')).toBe(false));
});
