import type { Answer, PaperQuestion } from '../../../model/contract';

/** What each kind's component is given. `answer` may be damaged: it comes from the browser's store. */
export interface QuestionProps<Kind extends PaperQuestion['kind'] = PaperQuestion['kind']> {
  question: Extract<PaperQuestion, { kind: Kind }>;
  answer: Answer;
  /** undefined: nothing is answered, or not enough to be marked. */
  onAnswer: (answer: Answer) => void;
  /** It is not to be changed any more. */
  isClosed: boolean;
  /** Id of the question's text. */
  labelledBy: string;
}
