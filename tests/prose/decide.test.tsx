/** What a reader without scripts gets: the same choices, each of which opens and says whether it was right. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';

// Docusaurus generates it while it builds; English needs no translation.
vi.mock('@docusaurus/Translate', () => ({ default: ({ children }: { children: ReactNode }) => children }));

const { default: Decide } = await import('../../src/prose/decide/Decide');
const { default: Choice } = await import('../../src/prose/decide/Choice');

const html = renderToStaticMarkup(
  <Decide question="What does `ss` say?">
    <Choice text="`ping` first" cost="an hour">
      It says 20 ms.
    </Choice>
    <Choice text="The sender" right>
      There it is.
    </Choice>
  </Decide>,
);
const choices = html.split('<li').slice(1);

it('has a closed <details> for each choice, in order, with its answer and its verdict', () => {
  expect(html).not.toMatch(/<details[^>]*\bopen/);
  expect(choices).toHaveLength(2);
  expect(choices[0]).toMatch(/<summary[^>]*>.*<code>ping<\/code> first.*Not it.*<\/summary>.*It says 20 ms\./);
  expect(choices[1]).toMatch(/<summary[^>]*>.*The sender.*That’s it.*<\/summary>.*There it is\./);
});

it('says what a wrong choice cost, and invites to pick again; a right one does neither', () => {
  expect(choices[0]).toMatch(/It cost you .*Pick again\./);
  expect(choices[1]!.split('</li>')[0]).not.toMatch(/cost|again/i);
});

it('is a group that is named by its question', () => {
  const label = /role="group" aria-labelledby="([^"]+)"/.exec(html)![1]!;
  expect(html).toContain(`id="${label}"`);
  expect(html).toContain('What does <code>ss</code> say?');
});
