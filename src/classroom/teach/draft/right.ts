import { isObject } from './path';
import type { Question } from './types';

/** A choice of which nobody has said what is right: that is allowed, and leaves the marking to the teacher. */
export const hasNothingRight = ({ kind, choices, best }: Question): boolean =>
  kind === 'choice' &&
  !isObject(best) &&
  Array.isArray(choices) &&
  !choices.some((choice) => isObject(choice) && choice.right === true);
