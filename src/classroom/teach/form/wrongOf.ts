import type { FieldState } from '../useDraft';

interface Wrong {
  problem: string | undefined;
  isMissing: boolean | undefined;
  /** The state of the draft tells of them all. */
  alert: 'off';
}

/** What Python has against a field, as the kit's fields say it. */
export const wrongOf = ({ problem, isMissing }: Partial<Pick<FieldState, 'problem' | 'isMissing'>>): Wrong => ({
  problem: problem && `${isMissing ? '○' : '✗'} ${problem}`,
  isMissing,
  alert: 'off',
});
