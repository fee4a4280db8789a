import { commonWords, type Translate } from '../words';

/** The words around two verdicts; what each says comes from the run. */
export const verdictsWords = (translate: Translate) => ({
  ...commonWords(translate),
  says: (tool: string) => translate({ id: 'view.verdicts.says', message: '{tool} says' }, { tool }),
  happened: translate({ id: 'view.verdicts.happened', message: 'what happened' }),
  right: translate({ id: 'view.verdicts.right', message: 'right' }),
  half: translate({ id: 'view.verdicts.half', message: 'half the truth' }),
  misleading: translate({ id: 'view.verdicts.misleading', message: 'misleading' }),
  /** How many packets share a row. */
  times: (count: string) => translate({ id: 'view.verdicts.times', message: '×{count}' }, { count }),
  /** Where a tool says nothing. */
  silent: (tool: string) => translate({ id: 'view.verdicts.silent', message: '{tool} says nothing' }, { tool }),
});

export type VerdictsWords = ReturnType<typeof verdictsWords>;
