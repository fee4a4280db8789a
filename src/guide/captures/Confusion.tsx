import type { ReactNode } from 'react';
import { Table } from '@site/src/ui/Table';
import confusion from '@site/docs/confusion.json';

type Place = keyof typeof confusion.places;

const percent = (part: number, whole: number): string => `${Math.round((100 * part) / whole)}%`;

/** Mistakes that take less of the time than this aren’t listed. */
const LEAST = 0.01;

/** What captures were taken for, by what the kernel said was true, and by where they were taken. */
export default function Confusion({ at }: { at: Place }): ReactNode {
  const { matrix } = confusion.places[at];
  const titles: Record<string, string> = confusion.limits;
  const rows = Object.entries(matrix).map(([truth, told]: [string, Record<string, number>]) => {
    const whole = Object.values(told).reduce((sum, seconds) => sum + seconds, 0);
    const mistaken = Object.entries(told).filter(([name, seconds]) => name !== truth && seconds > LEAST * whole);
    return { truth, whole, right: told[truth] ?? 0, mistaken };
  });
  return (
    <Table label={`What captures at the ${at} were taken for`}>
      <thead>
        <tr>
          <th scope="col">What it was</th>
          <th scope="col">Recorded</th>
          <th scope="col">Named right</th>
          <th scope="col">Otherwise taken for</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ truth, whole, right, mistaken }) => (
          <tr key={truth}>
            <th scope="row">{titles[truth]}</th>
            <td>{Math.round(whole)} s</td>
            <td>{percent(right, whole)}</td>
            <td>
              {mistaken
                .map(([name, seconds]) => `${titles[name]!.toLowerCase()} ${percent(seconds, whole)}`)
                .join(', ') || '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
