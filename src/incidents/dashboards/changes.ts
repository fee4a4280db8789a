const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const MINUTE = 60;
const WEEK = 7 * 86_400;

/** An entry of the change log. */
export interface Change {
  /** As it stands there: `Mon 10:58`. */
  when: string;
  text: string;
  /** s before the line `(now)`. */
  ago: number;
}

/** The change log as it was printed (`incidents/changes.py`): the first line says what time it is. */
export function changesIn(printed: string): Change[] {
  const found = printed.split('\n').flatMap((line) => {
    const [, day, hour, minute, text] = /^(\w{3}) (\d\d):(\d\d) {2}(.*)$/.exec(line) ?? [];
    if (day === undefined) return [];
    const at = DAYS.indexOf(day) * 86_400 + Number(hour) * 3600 + Number(minute) * MINUTE;
    return [{ when: line.slice(0, 9), text: text!, at }];
  });
  const [now, ...rest] = found;
  return rest.map(({ when, text, at }) => ({ when, text, ago: (now!.at - at + WEEK) % WEEK }));
}
