/** The address of a tracker’s page for a new issue, filled in. */
import type { Report } from './report';

/** Servers and browsers differ in what they take; all of them take this much. */
const LONGEST = 8000;

const CUT = '\n\n[Cut here, because an address can’t be longer. {missing} more characters were on the page.]';

/** GitLab has its pages below `/-/`, and names the fields of its form as Rails does. GitHub, Forgejo and Gitea don’t. */
const namesAt = ({ pathname }: URL): readonly [title: string, body: string] =>
  pathname.includes('/-/') ? ['issue[title]', 'issue[description]'] : ['title', 'body'];

/** Half of a character, which no address can hold. */
const whole = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/**
 * `tracker` with the report in it; what else is in its query stays. No longer than 8,000 characters: a report that
 * doesn’t fit is cut, and says where.
 */
export function issueAddress(tracker: string, { title, body }: Report): string {
  const characters = [...whole(body)];
  const addressWith = (length: number): string => {
    const missing = characters.length - length;
    const said = characters.slice(0, length).join('');
    const url = new URL(tracker);
    const [titleName, bodyName] = namesAt(url);
    url.searchParams.set(titleName, whole(title));
    url.searchParams.set(bodyName, missing > 0 ? said + CUT.replace('{missing}', String(missing)) : said);
    return url.href;
  };
  const fits = (length: number): boolean => addressWith(length).length <= LONGEST;
  if (fits(characters.length)) return addressWith(characters.length);
  let [most, tooMany] = [0, characters.length];
  while (tooMany - most > 1) {
    const middle = Math.floor((most + tooMany) / 2);
    if (fits(middle)) most = middle;
    else tooMany = middle;
  }
  return addressWith(most);
}
