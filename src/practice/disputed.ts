/** A card and what was answered, as a reader may dispute it; in plain words, as `dispute/report.ts` wants them. */
import { numbersIn, placesIn, recordIn, textIn } from '../classroom/answers';
import type { Disputed } from '../dispute/disputed';
import type { Answer, Posed } from '../model/contract';
import { BOOK_SEED, type Card } from '../model/questions';
import { filled, gapsOf } from './ladder';

interface Answered {
  card: Card;
  /** What was asked of a marked card. */
  posed: Posed | undefined;
  seed: string | undefined;
  answer: Answer;
  /** null: nobody has marked it. */
  share: number | null;
}

const joined = (texts: readonly (string | undefined)[]): string =>
  texts.filter((text) => text !== undefined).join('; ');

/** What a reader answered; '' if nothing. */
export function answerInWords(card: Card, posed: Posed | undefined, answer: Answer): string {
  if (answer === undefined || answer === null) return '';
  if (card.form === 'ladder') return joined(filled(card, answer).map((place) => card.options[place ?? -1] ?? '–'));
  if (card.form !== 'marked') return textIn(answer);
  const { question } = posed ?? card.example;
  switch (question.kind) {
    case 'choice':
      return joined(placesIn(answer).map((place) => question.choices.find((each) => each.place === place)?.text));
    case 'order':
      return joined(placesIn(answer).map((place) => question.items.find((each) => each.place === place)?.text));
    case 'numeric':
      return `${numbersIn([answer])[0] ?? '–'} ${question.unit}`.trim();
    case 'setting': {
      const values = Object.entries(recordIn(answer));
      return joined(values.map(([name, value]) => `${question.labels[name] ?? name}: ${String(value)}`));
    }
    default:
      return '';
  }
}

/** What the book says is right. */
function rightOf(card: Card, posed: Posed | undefined): string {
  switch (card.form) {
    case 'recall':
      return card.answer;
    case 'open':
      return card.answers[card.level];
    case 'ladder':
      return joined(gapsOf(card).map(({ text }) => text));
    case 'marked':
      return (posed ?? card.example).said;
  }
}

export function disputedOf({ card, posed, seed, answer, share }: Answered): Disputed {
  const values = card.form === 'marked' ? (posed ?? card.example).question.figure?.values : undefined;
  const marked = share === null ? [] : [`My answer is worth ${Math.round(100 * share)}%.`];
  return {
    kind: 'question',
    id: card.id,
    text: [posed?.question.text ?? card.text, ...(card.output === undefined ? [] : [card.output])].join('\n\n'),
    place: `${card.chapter}#${card.section}`,
    draw: { seed: seed ?? BOOK_SEED, ...values },
    answer: answerInWords(card, posed, answer),
    verdict: [...marked, rightOf(card, posed), ...(card.working ?? []), posed?.solution || card.why].join('\n\n'),
  };
}
