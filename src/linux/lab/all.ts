import LABS from '@inflight/labs.json';

export { LABS };
export type ShownLab = (typeof LABS)[number];

/** The lab in the address: `?lab=fill-the-pipe`; null if there is none of that name. */
export const labIn = (search: string): ShownLab | null => {
  const id = new URLSearchParams(search).get('lab');
  return LABS.find((lab) => lab.id === id) ?? null;
};

export const addressOf = ({ id }: Pick<ShownLab, 'id'>): string => `/linux/?lab=${id}`;
