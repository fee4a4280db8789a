/** A card of the bank as its two sides: what is asked, what is answered, and why. */
import type { ChoiceQuestion, OrderQuestion, PaperQuestion } from '../../model/contract';
import { type Card, type LadderCard, LEVELS, type MarkedCard, type OpenCard } from '../../model/questions';
import { type Block, heading, lines, list, text } from './blocks';
import type { Words } from './words';

interface Sides {
  question: Block[];
  answer: Block[];
  why: Block[];
}

/** The texts that an answer names by their places. */
function named({ answer }: MarkedCard['example'], placed: ChoiceQuestion['choices']): string[] {
  const texts = new Map(placed.map(({ place, text: said }) => [place, said]));
  return (answer as number[]).map((place) => texts.get(place)!);
}

const orderOf = ({ items, keep }: OrderQuestion, words: Words): Block[] => [
  text(words.order(keep)),
  list(items.map((each) => each.text)),
];

/** What is asked besides the text. */
function askedOf(question: PaperQuestion, words: Words): Block[] {
  switch (question.kind) {
    case 'choice':
      return [
        ...(question.many ? [text(words.many)] : []),
        list(
          question.choices.map((each) => each.text),
          true,
        ),
      ];
    case 'order':
      return orderOf(question, words);
    case 'numeric':
      return [
        ...(question.goals.length > 0 ? [text(words.goals), list(question.goals)] : []),
        text(question.unit ? words.unit(question.unit, question.tolerance) : words.number(question.tolerance)),
      ];
    case 'setting': {
      const { labels, free, goals, figure } = question;
      const given = figure.given.filter(({ name }) => !free.includes(name));
      return [
        ...(given.length > 0 ? [text(words.given), list(given.map(({ label, value }) => `${label}: ${value}`))] : []),
        text(words.set),
        list(free.map((name) => labels[name] ?? name)),
        text(words.goals),
        list(goals),
      ];
    }
    default:
      return [];
  }
}

function markedSides({ example, reasons, why, working }: MarkedCard, words: Words): Sides {
  const { question, said } = example;
  const answer: Block[] =
    question.kind === 'choice'
      ? [list(named(example, question.choices))]
      : question.kind === 'order'
        ? [list(named(example, question.items), true)]
        : [text(said), ...(working ? [list(working)] : [])];
  const choices = question.kind === 'choice' ? question.choices : [];
  const reasoned = choices.filter(({ place }) => reasons[place]);
  return {
    question: askedOf(question, words),
    answer,
    why: [
      text(why),
      ...(reasoned.length > 0 ? [list(reasoned.map((each) => words.choice(each.text, reasons[each.place]!)))] : []),
    ],
  };
}

function ladderSides({ sides: [left, right], rows, options, why }: LadderCard, words: Words): Sides {
  const said = (isFilled: boolean): Block => {
    let gap = 0;
    return list(
      rows.map(({ from, text: carried, note, isLost, isHidden }) => {
        const way = from === 'left' ? `${left} → ${right}` : `${right} → ${left}`;
        if (isHidden) gap += 1;
        const shown = isHidden ? `(${gap}) ${isFilled ? carried : '______'}` : carried;
        return `${way}: ${shown}${isLost ? ` (${words.lost})` : ''}${note === undefined ? '' : ` – ${note}`}`;
      }),
    );
  };
  return { question: [said(false), text(words.gaps), list(options)], answer: [said(true)], why: [text(why)] };
}

const openSides = ({ answers, marking, followUps, why }: OpenCard, words: Words): Sides => ({
  question: [],
  answer: [
    ...LEVELS.flatMap((level) => [heading(words.levels[level]), text(answers[level])]),
    heading(words.listen),
    list(marking.map(({ level, say }) => `${words.levels[level]}: ${say}`)),
    heading(words.followUps),
    list(followUps.map((each) => `${each.text} ${each.answer}`)),
  ],
  why: [text(why)],
});

function formSides(card: Card, words: Words): Sides {
  switch (card.form) {
    case 'recall':
      return { question: [], answer: [text(card.answer)], why: [text(card.why)] };
    case 'marked':
      return markedSides(card, words);
    case 'ladder':
      return ladderSides(card, words);
    case 'open':
      return openSides(card, words);
  }
}

/** Both sides; a question with drawn values is there as the book prints it. */
export function sidesOf(card: Card, words: Words): Sides {
  const { question, ...rest } = formSides(card, words);
  return {
    question: [text(card.text), ...(card.output === undefined ? [] : [lines(card.output)]), ...question],
    ...rest,
  };
}
