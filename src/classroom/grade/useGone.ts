import { useEffect, useState } from 'react';

const PLACE = 'inflight.grade.rows';

/** How many rows went when this tab was reloaded; the browser keeps the number, and nothing of the rows. */
export function useGone(rows: number): number {
  const [gone, setGone] = useState(0);
  useEffect(() => {
    // eslint-disable-next-line react-hooks/set-state-in-effect -- the built page knows no tab
    setGone(Number(read()) || 0);
  }, []);
  useEffect(() => {
    if (rows > 0) keep(String(rows));
  }, [rows]);
  return rows > 0 ? 0 : gone;
}

function read(): string | null {
  try {
    const found = sessionStorage.getItem(PLACE);
    sessionStorage.removeItem(PLACE);
    return found;
  } catch {
    return null;
  }
}

function keep(rows: string): void {
  try {
    sessionStorage.setItem(PLACE, rows);
  } catch {
    // then nobody is told
  }
}
