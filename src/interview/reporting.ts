/** What a mock interview came to. */
import type { Interview, InterviewAnswer, Rating } from '../memory/types';
import { type Bank, type Level, LEVELS, partOf } from '../model/questions';
import { chapterIn } from './incident';
import { type Item, itemsOf } from './items';

/** A question that was asked: the reader came to it. */
export const wasAsked = ({ seconds }: Pick<InterviewAnswer, 'seconds'>): boolean => seconds > 0;

/** Some questions and what they are worth on average. */
export interface Sum<Id extends string = string> {
  id: Id;
  asked: number;
  /** 0 … 1; null: none of them is marked. */
  share: number | null;
}

/** Where to read about what was not known. */
interface ToRead {
  chapter: string;
  title: string;
  /** The place in it, from the site's root. */
  url: string;
  heading: string;
  /** Questions that this place would have answered, in whole ones. */
  lost: number;
}

export interface Report {
  /** Those that were asked and that there still are; a card's level is the one it was asked on. */
  asked: { card: Item; answer: InterviewAnswer }[];
  /** Questions that aren’t marked yet. */
  open: number;
  share: number | null;
  levels: Sum<Level>[];
  parts: Sum[];
  toRead: ToRead[];
  /** Of all that were asked, in s. */
  seconds: number;
  planned: number;
}

type Asked = Report['asked'];

/** Where the book explains it: of an incident it is known when it is graded. */
const chapterOf = ({ card, answer }: Asked[number]): string =>
  card.form === 'incident' ? chapterIn(answer.answer) : card.chapter;

function mean(asked: Asked): number | null {
  const shares = asked.flatMap(({ answer: { share } }) => (share === null ? [] : [share]));
  return shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

const sumOf = <Id extends string>(ids: readonly Id[], asked: Asked, idOf: (each: Asked[number]) => string): Sum<Id>[] =>
  ids.flatMap((id) => {
    const own = asked.filter((each) => idOf(each) === id);
    return own.length === 0 ? [] : [{ id, asked: own.length, share: mean(own) }];
  });

function toRead(asked: Asked, { chapters }: Pick<Bank, 'chapters'>): ToRead[] {
  const lost = new Map<string, ToRead>();
  for (const each of asked) {
    const { card, answer } = each;
    const chapter = chapters.find(({ id }) => id === chapterOf(each));
    if (!chapter || answer.share === null || answer.share === 1) continue;
    const section = card.form === 'incident' ? undefined : card.section;
    const url = section === undefined ? chapter.url : `${chapter.url}#${section}`;
    const heading = chapter.sections.find(({ id }) => id === section)?.heading ?? chapter.title;
    const known = lost.get(url) ?? { chapter: chapter.id, title: chapter.title, url, heading, lost: 0 };
    lost.set(url, { ...known, lost: known.lost + 1 - answer.share });
  }
  return [...lost.values()].sort((a, b) => b.lost - a.lost);
}

export function reportOf({ answers }: Interview, bank: Bank): Report {
  const itemOf = itemsOf(bank);
  const asked = answers.filter(wasAsked).flatMap((answer) => {
    const card = itemOf(answer.card);
    return card ? [{ card: { ...card, level: answer.level }, answer }] : [];
  });
  const sum = (of: (answer: InterviewAnswer) => number): number =>
    asked.reduce((all, { answer }) => all + of(answer), 0);
  return {
    asked,
    open: asked.filter(({ answer }) => answer.share === null).length,
    share: mean(asked),
    levels: sumOf(LEVELS, asked, ({ card }) => card.level),
    parts: sumOf(
      bank.parts.map(({ id }) => id),
      asked,
      (each) => partOf(chapterOf(each)),
    ),
    toRead: toRead(asked, bank),
    seconds: sum(({ seconds }) => seconds),
    planned: sum(({ planned }) => planned),
  };
}

/** What an answer in an interview says about how well the card is known. */
export function ratingOf(share: number): Rating {
  if (share === 1) return 3;
  return share >= 0.5 ? 2 : 1;
}
