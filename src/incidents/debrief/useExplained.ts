import { translate } from '@docusaurus/Translate';
import type { PastedText, Proof } from '../../model/contract';
import type { ToolOutput } from '../../model/reading';
import { explained } from '../../yours/pasted/explain';
import { loadBook } from '../../yours/pasted/loadBook';
import { useAnswer } from '../call/useAnswer';
import type { Ask } from '../call/useCall';
import { startsOf, type Shown } from './excerpt';
import { withTelltales } from './telltales';

/** The proof with its fields explained, as *Reading the tools* does; undefined: not yet, or the book doesn’t know the tool. */
export function useExplained(ask: Ask, { machine, command }: Proof, { text, marks }: Shown): ToolOutput | undefined {
  const { answer } = useAnswer(0, async (signal) => {
    const prompt = `${machine}# ${command}`;
    const whole = `${prompt}\n${text}`;
    const [{ blocks, remarks }, book] = await Promise.all([
      ask<PastedText>('pasted', { text: whole }, signal),
      loadBook(),
    ]);
    const [block] = blocks;
    if (!block || block.tool === '' || blocks.length > 1) return undefined;
    const output = explained({ ...block, command: prompt }, remarks, book, {
      unknown: translate({ id: 'incident.unknown', message: 'The book has no entry for it.' }),
      default: (value) => translate({ id: 'pasted.default', message: 'By default: {value}.' }, { value }),
      title: () => prompt,
      from: () => translate({ id: 'incident.proof.from', message: 'As it was when you were called.' }),
    });
    const starts = startsOf(whole.split('\n')).map((start) => start - prompt.length - 1);
    const rows = block.lines.filter(({ number }) => number > 1).map(({ number }) => starts[number - 1]!);
    return { ...output, command, pieces: withTelltales(output.pieces, rows, marks) };
  });
  return answer;
}
